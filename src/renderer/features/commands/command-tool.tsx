import type { RefObject } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'

interface CommandToolProps {
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** Opens the command list. Only for an empty composer, because a command must be its only text. */
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
