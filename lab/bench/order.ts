/**
 * The order of the sides in each round, reversed every time (A B, B A, A B, …), so that a machine
 * that becomes slower or faster treats all alike.
 */
export const orderOf = <Side>(sides: Side[], rounds: number): Side[][] =>
  Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? sides : sides.toReversed()))
