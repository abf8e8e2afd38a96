import { useRef, useState } from 'react'

import type { RouteInput } from '../../../../shared/rpc/contract'
import type { PromptsAdded } from '../../../../shared/sets/sets'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { useCall } from '../common/use-call'
import styles from '../common/sets.module.css'

type PromptFile = NonNullable<RouteInput<'sets.add'>['file']>

interface PromptImportProps {
  onFile: (file: PromptFile) => Promise<PromptsAdded>
}

/** Adds prompts from a JSONL or CSV file; asks for the column of prompts if no column has a known name. */
export function PromptImport({ onFile }: PromptImportProps) {
  const input = useRef<HTMLInputElement>(null)
  const { problem, setProblem, call } = useCall()
  const [said, setSaid] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ file: PromptFile; columns: string[] } | null>(null)
  const add = (file: PromptFile) =>
    call(async () => {
      setSaid(null)
      try {
        setSaid(addedText(await onFile(file)))
        setAsking(null)
      } catch (error) {
        const columns = columnsOf(error)
        if (columns === null) throw error
        setAsking({ file, columns })
      }
    })
  const read = (file: File) =>
    call(async () => {
      const format = /\.(?:jsonl|ndjson|json)$/i.test(file.name) ? 'jsonl' : 'csv'
      const content = await file.text()
      await add({ format, content })
    })
  return (
    <>
      <Button onClick={() => input.current?.click()}>{t('sets.import')}</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.jsonl,.ndjson,text/csv"
        hidden
        aria-label={t('sets.import')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // So that the same file can be chosen again.
          event.target.value = ''
          setProblem(null)
          if (file !== undefined) void read(file)
        }}
      />
      {asking !== null && (
        <select
          className={textFieldStyles.textField}
          aria-label={t('sets.promptColumn')}
          value=""
          onChange={(event) =>
            void add({ ...asking.file, columns: { ...asking.file.columns, prompt: event.target.value } })
          }
        >
          <option value="" disabled>
            {t('sets.promptColumn')}
          </option>
          {asking.columns.map((column) => (
            <option key={column}>{column}</option>
          ))}
        </select>
      )}
      <span className={styles.said} role="status">
        {problem ?? said}
      </span>
    </>
  )
}

function addedText({ added, skipped, problems }: PromptsAdded): string {
  const [first] = problems
  return [
    t('sets.added', { count: added }),
    skipped > 0 ? t('sets.skipped', { count: skipped }) : '',
    first === undefined
      ? ''
      : t('sets.rowProblem', { row: first.row, why: t(`sets.rowProblems.${first.reason}`) }),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** The columns of a file, if none of them is known to contain the prompts; null for any other error. */
function columnsOf(error: unknown): string[] | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null
  const { data } = error as { data?: Record<string, unknown> }
  return data?.['reason'] === 'set-file-columns' && Array.isArray(data['columns'])
    ? data['columns'].filter((column) => typeof column === 'string')
    : null
}
