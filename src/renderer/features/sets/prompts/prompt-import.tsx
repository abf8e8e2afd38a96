import { type ReactNode, useState, useEffect } from 'react'

import {
  type PromptsAdded,
  type PromptColumnRole,
  promptColumnRoles,
  type PromptContent,
  type PromptPreview,
} from '../../../../shared/sets/sets'
import { readTextFile } from '../../../browser/read-file'
import { t } from '../../../language/t'
import { FileButton } from '../../../ui/fields/file-button'
import { errorLine } from '../../../errors/error-text'
import { useAttempt } from '../../../state/app/use-attempt'
import { DialogFoot, Hint, PlainList, Stack, Text } from '../../../ui/layout/layout'
import { Button } from '../../../ui/controls/button'
import { checkName } from '../common/set-words'
import { Dialog } from '../../../ui/overlays/dialog'
import type { RouteInput } from '../../../../shared/rpc/contract'
import { errorDataOf } from '../../../errors/error-data'
import { useApp } from '../../../state/app/use-app'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './prompt-mapping.module.css'

/**
 * Adds prompts from a JSONL or CSV file, after showing what its columns become. The dialog belongs outside of the
 * landmark that has the controls.
 */
export function usePromptImport(onFile: (file: PromptFile) => Promise<PromptsAdded | null>): {
  controls: ReactNode
  dialog: ReactNode
} {
  const { refusal, isBusy, attempt } = useAttempt()
  const [said, setSaid] = useState<string | null>(null)
  const [opened, setOpened] = useState<Pick<PromptFile, 'format' | 'content'> | null>(null)
  const read = (file: File) =>
    attempt(async () => {
      const format = /\.(?:jsonl|ndjson|json)$/i.test(file.name) ? 'jsonl' : 'csv'
      setSaid(null)
      setOpened({ format, content: await readTextFile(file) })
    })
  const add = async (file: PromptFile) => {
    setOpened(null)
    const report = await onFile(file)
    if (report === null) return
    const { added, skipped } = report
    const skippedText = skipped > 0 ? ` ${t('common.rowsSkipped', { count: skipped })}` : ''
    setSaid(`${t('sets.added', { count: added })}${skippedText}`)
  }
  const controls = (
    <>
      <FileButton
        label={t('sets.import')}
        accept=".csv,.jsonl,.ndjson,text/csv"
        isDisabled={isBusy}
        onFile={(file) => void read(file)}
      >
        {t('sets.import')}
      </FileButton>
      <Hint as="span" tone="soft" role="status">
        {refusal === null ? said : errorLine(refusal)}
      </Hint>
    </>
  )
  const dialog =
    opened === null ? null : (
      <PromptMapping file={opened} onAdd={(file) => void add(file)} onClose={() => setOpened(null)} />
    )
  return { controls, dialog }
}

/** The use of a column. */
type ColumnUse = PromptColumnRole | 'variable' | 'leftOut'

type Roles = Readonly<Partial<Record<PromptColumnRole, string | null>>>

interface PromptMappingProps {
  file: Pick<PromptFile, 'format' | 'content'>
  onAdd: (file: PromptFile) => void
  onClose: () => void
}

/** The uses of a file's columns, with the first prompts and the rejected rows that result. */
function PromptMapping({ file, onAdd, onClose }: PromptMappingProps) {
  // Until the user changes something, the roles follow from the names of the columns.
  const [columns, setColumns] = useState<PromptFile['columns']>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [template, setTemplate] = useState('')
  const asked: PromptFile = {
    ...file,
    ...(columns === undefined ? {} : { columns }),
    ...(leftOut.length === 0 ? {} : { leftOut: [...leftOut] }),
    ...(template.trim() === '' ? {} : { template }),
  }
  const { preview, problem, isCurrent } = usePromptPreview(asked)
  // The user may choose again before the file has been read again.
  const roles: Roles = columns ?? preview?.roles ?? {}
  const count = preview?.added ?? 0
  const mayAdd = isCurrent && count > 0
  const use = (column: string, chosen: ColumnUse) => {
    const next = promptColumnRoles.map((role) => {
      const before = roles[role] ?? null
      return [role, role === chosen ? column : before === column ? null : before]
    })
    setColumns(Object.fromEntries(next) as PromptFile['columns'])
    const others = leftOut.filter((name) => name !== column)
    setLeftOut(chosen === 'leftOut' ? [...others, column] : others)
  }
  return (
    <Dialog title={t('sets.mapping.title')} width="large" onClose={onClose}>
      <Stack
        as="form"
        gap={0}
        grow
        onSubmit={(event) => {
          event.preventDefault()
          if (mayAdd) onAdd(asked)
        }}
      >
        <Stack
          gap={4}
          pad={[4, 5]}
          className={styles.scroll}
          role="region"
          aria-label={t('sets.mapping.title')}
          tabIndex={0}
        >
          {problem !== null && <p role="alert">{problem}</p>}
          {preview !== null && (
            <>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('sets.mapping.column')}</th>
                    <th scope="col">{t('sets.mapping.use')}</th>
                    <th scope="col">{t('sets.mapping.example')}</th>
                  </tr>
                </thead>
                <tbody>
                  {preview.columns.map(({ name, example }) => (
                    <tr key={name}>
                      <th scope="row">{name}</th>
                      <td>
                        <select
                          className={textFieldStyles.textField}
                          aria-label={t('sets.mapping.useOf', { column: name })}
                          value={chosenUse(name, roles, leftOut)}
                          onChange={(event) => use(name, event.target.value as ColumnUse)}
                        >
                          {([...promptColumnRoles, 'variable', 'leftOut'] as const).map((one) => (
                            <option key={one} value={one}>
                              {t(`sets.mapping.uses.${one}`)}
                            </option>
                          ))}
                        </select>
                      </td>
                      <td className={styles.example}>{example}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <label className={styles.template}>
                {t('sets.mapping.template', { example: '{{column}}' })}
                <textarea
                  dir="auto"
                  className={textFieldStyles.textField}
                  rows={2}
                  value={template}
                  onChange={(event) => setTemplate(event.target.value)}
                />
              </label>
              <PreviewedPrompts preview={preview} />
            </>
          )}
        </Stack>
        <DialogFoot size="s" className={styles.foot}>
          <span role="status">
            {preview === null
              ? ''
              : `${t('sets.mapping.found', { count })} ${preview.skipped > 0 ? t('sets.mapping.bad', { count: preview.skipped }) : ''}`}
          </span>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" aria-disabled={!mayAdd}>
            {t('sets.mapping.add')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function chosenUse(column: string, roles: Roles, leftOut: readonly string[]): ColumnUse {
  if (leftOut.includes(column)) return 'leftOut'
  return promptColumnRoles.find((role) => roles[role] === column) ?? 'variable'
}

/** The first prompts of a file, and the rows that are not prompts. */
function PreviewedPrompts({ preview: { prompts, added, problems, skipped } }: { preview: PromptPreview }) {
  return (
    <>
      <Text as="h2" size="s" weight="strong">
        {t('sets.mapping.preview')}
      </Text>
      <ol className={styles.prompts}>
        {prompts.map((prompt, index) => {
          const key = index
          return (
            <li key={key}>
              <span className={styles.text}>{prompt.text}</span>
              <PromptDetails prompt={prompt} />
            </li>
          )
        })}
      </ol>
      {added > prompts.length && (
        <Hint tone="soft">{t('sets.mapping.more', { count: added - prompts.length })}</Hint>
      )}
      {skipped > 0 && (
        <>
          <Text as="h2" size="s" weight="strong">
            {t('sets.mapping.badRows')}
          </Text>
          <ul className={styles.bad}>
            {problems.map(({ row, reason }) => (
              <li key={row}>{t('sets.rowProblem', { row, why: t(`sets.rowProblems.${reason}`) })}</li>
            ))}
          </ul>
          {skipped > problems.length && (
            <Hint tone="soft">{t('sets.mapping.moreBad', { count: skipped - problems.length })}</Hint>
          )}
        </>
      )}
    </>
  )
}

function PromptDetails({ prompt: { systemPrompt, values, checks } }: { prompt: PromptContent }) {
  const details = [
    ...(systemPrompt === null ? [] : [`${t('sets.mapping.uses.system')}: ${systemPrompt}`]),
    ...Object.entries(values).map(([name, value]) => `${name} = ${value}`),
    ...checks.map(checkName),
  ]
  return details.length === 0 ? null : (
    <PlainList tone="soft" size="xs" className={styles.details}>
      {details.map((detail, index) => {
        const key = index
        return <li key={key}>{detail}</li>
      })}
    </PlainList>
  )
}

/** A file of prompts, and what its columns are. */
type PromptFile = NonNullable<RouteInput<'sets.add'>['file']>

/** Typing a prompt should not read a large file again with each key. */
const pauseMs = 200

interface Previewed {
  /** The request. */
  of: string
  preview: PromptPreview | null
  problem: string | null
}

/** The prompts that the file would add; the previous preview stays until the file has been read again. */
function usePromptPreview(file: PromptFile): Omit<Previewed, 'of'> & { isCurrent: boolean } {
  const { api } = useApp().environment
  const { content, ...options } = file
  const of = JSON.stringify(options)
  const [known, setKnown] = useState<Previewed | null>(null)
  const isFirst = known === null
  useEffect(() => {
    const leaving = new AbortController()
    const read = async () => {
      try {
        const asked = { file: { content, ...(JSON.parse(of) as Omit<PromptFile, 'content'>) } }
        const preview = await api.invoke('sets.preview', asked, { signal: leaving.signal })
        setKnown({ of, preview, problem: null })
      } catch (error) {
        if (leaving.signal.aborted) return
        const problem = errorLine(errorDataOf(error))
        setKnown((before) => ({ of, preview: before?.preview ?? null, problem }))
      }
    }
    const timer = setTimeout(() => void read(), isFirst ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the wait depends on whether it is the first time
  }, [api, content, of])
  return {
    preview: known?.preview ?? null,
    problem: known?.problem ?? null,
    isCurrent: known?.of === of && known.problem === null,
  }
}
