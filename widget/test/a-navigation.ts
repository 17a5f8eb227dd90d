import { onTestFinished } from 'vitest'

/** Records where the page wants to go, and keeps it here, because the test runs in it. */
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
