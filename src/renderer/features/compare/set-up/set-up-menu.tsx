import { useState } from 'react'

import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useViewActions } from '../../../state/app/use-view-actions'
import type { NewPane } from '../../../state/comparisons/new-panes'
import { Icon } from '../../../ui/controls/icon'
import { TextMenuButton } from '../../../ui/overlays/text-menu-button'
import { useShortcutKeys } from '../../../state/app/use-shortcut-keys'
import { LineUpsDialog } from './line-ups-dialog'
import { PaceDialog } from './pace-dialog'
import { SharedPromptDialog } from './shared-prompt-dialog'
import { SweepDialog } from './sweep-dialog'

type Shown = 'line-ups' | 'sweep' | 'prompt' | 'pace'

interface SetUpMenuProps {
  panes: readonly NewPane[]
  onChange: (panes: readonly NewPane[]) => void
}

/** Sets up the panes of a new comparison together: from a line-up, as a sweep, with one system prompt; and their pace. */
export function SetUpMenu({ panes, onChange }: SetUpMenuProps) {
  const shortcutKeys = useShortcutKeys()
  const [shown, setShown] = useState<Shown | null>(null)
  useViewActions(() => [
    action('lineUps', { run: () => setShown('line-ups') }),
    action('sweep', { run: () => setShown('sweep') }),
    action('sharedPrompt', { run: () => setShown('prompt') }),
    action('pace', { run: () => setShown('pace') }),
  ])
  const close = () => setShown(null)
  const dialog = { panes, onChange, onClose: close }
  return (
    <>
      <TextMenuButton
        items={[
          {
            label: t('compare.setUp.lineUps'),
            shortcut: shortcutKeys('lineUps'),
            onChoose: () => setShown('line-ups'),
          },
          { label: t('compare.setUp.sweep'), onChoose: () => setShown('sweep') },
          { label: t('compare.setUp.prompt'), onChoose: () => setShown('prompt') },
          { label: t('compare.setUp.pace'), onChoose: () => setShown('pace') },
        ]}
      >
        <Icon name="sliders" /> {t('compare.setUp.menu')}
      </TextMenuButton>
      {shown === 'line-ups' && <LineUpsDialog {...dialog} />}
      {shown === 'sweep' && <SweepDialog {...dialog} />}
      {shown === 'prompt' && <SharedPromptDialog {...dialog} />}
      {shown === 'pace' && <PaceDialog onClose={close} />}
    </>
  )
}
