import { onTestFinished } from 'vitest'

/** Where the page would have gone: it stays, for the test runs in it. */
export function holdNavigation() {
  const visited: string[] = []
  const hold = (event: NavigateEvent) => {
    visited.push(event.destination.url)
    event.preventDefault()
  }
  navigation.addEventListener('navigate', hold)
  onTestFinished(() => navigation.removeEventListener('navigate', hold))
  return visited
}
