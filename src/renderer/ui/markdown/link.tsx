import { createContext, useContext, type ReactNode } from 'react'

import { Button } from '../button'
import { linkTarget, type LinkTarget } from './link-target'

/** What happens when a link is followed; the window asks the user first. */
export const FollowLinkContext = createContext<(target: LinkTarget) => void>(() => undefined)

/** A link that shows its target before it is followed; text alone when it may not be. */
export function MarkdownLink({ href, text, children }: { href: string; text: string; children: ReactNode }) {
  const follow = useContext(FollowLinkContext)
  const target = linkTarget(href, text)
  if (target === null) return <span title={href}>{children}</span>
  return (
    <a
      href={target.url}
      target="_blank"
      rel="noopener noreferrer"
      title={target.url}
      onClick={(event) => {
        event.preventDefault()
        follow(target)
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}

/** Stands where an image would: nothing is fetched unless the user asks, and then outside. */
export function ImageButton({ href, alternative }: { href: string; alternative: string }) {
  const follow = useContext(FollowLinkContext)
  const target = linkTarget(href, '')
  if (target === null) return <span className="markdown-image">{alternative || 'Image'}</span>
  return (
    <Button className="markdown-image" title={target.url} onClick={() => follow(target)}>
      {alternative !== '' && <span>{alternative}</span>}
      <span className="markdown-image-host">Load image from {target.host}</span>
    </Button>
  )
}
