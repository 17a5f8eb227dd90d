/**
 * `work` by one at a time: whoever asks while it goes on gets another run after it, shared with all
 * who ask meanwhile.
 */
export function oneAtATime(work: () => Promise<void>) {
  let current: Promise<void> | undefined
  let isAskedAgain = false
  const run = async () => {
    try {
      do {
        isAskedAgain = false
        await work()
      } while (isAskedAgain)
    } finally {
      current = undefined
    }
  }
  return () => {
    if (current) isAskedAgain = true
    else current = run()
    return current
  }
}
