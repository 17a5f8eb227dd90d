/**
 * Who is measured when: every round in the opposite order of the one before, so that a machine that
 * becomes slower or faster does so for all alike. A B, B A, A B, …
 */
export const orderOf = <Side>(sides: Side[], rounds: number): Side[][] =>
  Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? sides : sides.toReversed()))
