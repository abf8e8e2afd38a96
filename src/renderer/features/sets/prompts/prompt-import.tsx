import { type ReactNode, useState } from 'react'

import type { PromptsAdded } from '../../../../shared/sets/sets'
import { readTextFile } from '../../../browser/read-text-file'
import { t } from '../../../language/t'
import { FileButton } from '../../../ui/fields/file-button'
import { useCall } from '../common/use-call'
import { PromptMapping } from './prompt-mapping'
import type { PromptFile } from './use-prompt-preview'
import { Hint } from '../../../ui/layout/layout'

/**
 * Adds prompts from a JSONL or CSV file, after showing what its columns become. The dialog belongs outside of the
 * landmark that has the controls.
 */
export function usePromptImport(onFile: (file: PromptFile) => Promise<PromptsAdded>): {
  controls: ReactNode
  dialog: ReactNode
} {
  const { problem, setProblem, call } = useCall()
  const [said, setSaid] = useState<string | null>(null)
  const [opened, setOpened] = useState<Pick<PromptFile, 'format' | 'content'> | null>(null)
  const read = (file: File) =>
    call(async () => {
      const format = /\.(?:jsonl|ndjson|json)$/i.test(file.name) ? 'jsonl' : 'csv'
      setSaid(null)
      setOpened({ format, content: await readTextFile(file) })
    })
  const add = (file: PromptFile) =>
    call(async () => {
      setOpened(null)
      const { added, skipped } = await onFile(file)
      const skippedText = skipped > 0 ? ` ${t('sets.skipped', { count: skipped })}` : ''
      setSaid(`${t('sets.added', { count: added })}${skippedText}`)
    })
  const controls = (
    <>
      <FileButton
        label={t('sets.import')}
        accept=".csv,.jsonl,.ndjson,text/csv"
        onFile={(file) => {
          setProblem(null)
          void read(file)
        }}
      >
        {t('sets.import')}
      </FileButton>
      <Hint as="span" tone="soft" role="status">
        {problem ?? said}
      </Hint>
    </>
  )
  const dialog =
    opened === null ? null : (
      <PromptMapping file={opened} onAdd={(file) => void add(file)} onClose={() => setOpened(null)} />
    )
  return { controls, dialog }
}
