import type { RefObject } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'

interface CommandToolProps {
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** Shows that there are commands. Only in an empty composer: a command stands alone. */
export function CommandTool({ text, setText, field }: CommandToolProps) {
  if (text !== '') return null
  return (
    <Button
      variant="quiet"
      data-slot="command-tool"
      onClick={() => {
        setText('/')
        field.current?.focus()
      }}
    >
      {t('composer.commands.tool')}
    </Button>
  )
}
