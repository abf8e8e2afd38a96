import { useContext, type ReactNode } from 'react'

import { t } from '../language/t'
import { Button } from '../ui/controls/button'
import { EnlargeButton } from './enlarge/enlarge-button'
import { FollowLinkContext } from './code/markdown-context'
import { linkTarget } from './source/link-target'
import { Text } from '../ui/layout/layout'
import styles from './markdown.module.css'

const middleButton = 1

/** Longest data URL of an image in the text. */
const maxDataChars = 2_000_000
const dataImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** The address of an image that needs no request; null for all others. */
function inlineImage(href: string): string | null {
  return href.length <= maxDataChars && dataImage.test(href) ? href : null
}

/** A link that shows its target before opening it, or plain text if the target is not allowed. */
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
      // With Ctrl or Cmd as well: the same question comes before every way of opening it.
      onClick={(event) => {
        event.preventDefault()
        follow(target)
      }}
      onAuxClick={(event) => {
        event.preventDefault()
        if (event.button === middleButton) follow(target)
      }}
    >
      {children}
    </a>
  )
}

/**
 * An image embedded in the text, or a placeholder for any other, because Parley never loads remote images. The user can
 * open one externally after seeing its address.
 */
export function MarkdownImage({ href, alternative }: { href: string; alternative: string }) {
  const follow = useContext(FollowLinkContext)
  const source = inlineImage(href)
  if (source !== null) {
    const picture = <img className={styles.picture} src={source} alt={alternative} decoding="async" />
    return (
      <EnlargeButton
        label={t('markdown.image.enlarge')}
        title={alternative || t('markdown.image.label')}
        shown={picture}
      >
        {picture}
      </EnlargeButton>
    )
  }
  const target = linkTarget(href, '')
  if (target === null) return <span className={styles.image}>{alternative || t('markdown.image.label')}</span>
  return (
    <Button className={styles.image} title={target.url} onClick={() => follow(target)}>
      {alternative !== '' && <span>{alternative}</span>}
      <Text tone="accent">{t('markdown.image.from', { host: target.host })}</Text>
      <Text tone="faint" size="xs">
        {t('markdown.image.notLoaded')}
      </Text>
    </Button>
  )
}
