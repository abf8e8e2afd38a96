import { useSyncExternalStore } from 'react'

const dark = '(prefers-color-scheme: dark)'
const contrast = '(prefers-contrast: more)'

/** Changes whenever the colours of the window do. */
export function useColours(): string {
  return useSyncExternalStore(subscribe, current)
}

function current(): string {
  const { theme = 'system', contrast: wished = 'system' } = document.documentElement.dataset
  return `${theme} ${wished} ${matchMedia(dark).matches} ${matchMedia(contrast).matches}`
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true })
  const queries = [matchMedia(dark), matchMedia(contrast)]
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
