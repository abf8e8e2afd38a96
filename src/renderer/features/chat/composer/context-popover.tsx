import { useRef, type RefObject } from 'react'

import { formatCount } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Popup } from '../../../ui/overlays/popup'
import { fillWords, roundedTokens, type ContextFill } from './context-fill'
import { contextParts } from './context-size'
import { Stack, Text } from '../../../ui/layout/layout'
import styles from './context-popover.module.css'

interface ContextPopoverProps {
  anchor: RefObject<HTMLElement | null>
  fill: ContextFill
  onClose: () => void
}

/** The parts of the context, in numbers and as a bar, and a button that compacts the chat. */
export function ContextPopover({ anchor, fill, onClose }: ContextPopoverProps) {
  const app = useApp()
  const compact = useRef<HTMLButtonElement>(null)
  const { parts, contextTokens } = fill
  const all = Math.max(contextTokens, fill.tokens)
  const used = contextParts.filter((part) => parts[part] > 0)
  return (
    <Popup
      anchor={anchor}
      align="end"
      className={styles.popover}
      label={t('chat.context.label')}
      firstFocus={compact}
      onClose={onClose}
    >
      <Text as="p" tone="soft">
        {fillWords(fill)}
      </Text>
      <div className={styles.bar} aria-hidden="true">
        {used.map((part) => (
          <span key={part} data-part={part} style={{ width: `${(parts[part] / all) * 100}%` }} />
        ))}
      </div>
      <Stack as="dl" gap={1} tabular>
        {used.map((part) => (
          <div key={part} className={styles.part}>
            <dt>
              <span className={styles.mark} data-part={part} aria-hidden="true" />
              {t(`chat.context.parts.${part}`)}
            </dt>
            <dd>{formatCount(roundedTokens(parts[part]))}</dd>
          </div>
        ))}
        <div className={styles.part}>
          <dt>
            <span className={styles.mark} aria-hidden="true" />
            {t('chat.context.parts.free')}
          </dt>
          <dd>{formatCount(roundedTokens(Math.max(0, contextTokens - fill.tokens)))}</dd>
        </div>
      </Stack>
      <Button
        ref={compact}
        data-slot="compact"
        onClick={() => {
          onClose()
          app.actions.run('compact')
        }}
      >
        {t('actions.titles.compact')}
      </Button>
    </Popup>
  )
}
