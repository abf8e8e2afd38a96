import { useSyncExternalStore } from 'react'

const dark = '(prefers-color-scheme: dark)'

/** A key that changes whenever the window's colours do. */
export function useColours(): string {
  return useSyncExternalStore(subscribe, current)
}

function current(): string {
  const { theme = 'system', contrast = 'normal' } = document.documentElement.dataset
  return `${theme} ${contrast} ${matchMedia(dark).matches}`
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true })
  const query = matchMedia(dark)
  query.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    query.removeEventListener('change', onChange)
  }
}
