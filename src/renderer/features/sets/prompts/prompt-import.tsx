import { type ReactNode, useState, useEffect } from 'react'

import {
  type LeftPart,
  type PromptsAdded,
  type PromptColumnRole,
  promptColumnRoles,
  type PromptContent,
  type PromptFileFormat,
  type PromptPreview,
} from '../../../../shared/sets/sets'
import { wireLimits } from '../../../../shared/rpc/definitions/limits'
import { readTextFile } from '../../../browser/read-file'
import { failure } from '../../../errors/failure'
import { formatBytes, formatCount } from '../../../language/format'
import { t } from '../../../language/t'
import { FileButton } from '../../../ui/fields/file-button'
import { useFileDrop } from '../../../ui/fields/use-file-drop'
import { errorLine } from '../../../errors/error-text'
import { useAttempt } from '../../../state/app/use-attempt'
import { DialogFoot, Ellipsis, Hint, PlainList, Stack, Text } from '../../../ui/layout/layout'
import { Button } from '../../../ui/controls/button'
import { pastFacts } from '../common/past-turns'
import { checkName } from '../common/set-words'
import { Dialog } from '../../../ui/overlays/dialog'
import type { RouteInput } from '../../../../shared/rpc/contract'
import { errorDataOf } from '../../../errors/error-data'
import { useApp } from '../../../state/app/use-app'
import { TextArea } from '../../../ui/fields/inputs'
import { DataTable } from '../../../ui/lists/data-table'
import { Select } from '../../../ui/fields/select'
import styles from './prompt-mapping.module.css'

const formats: ReadonlyMap<string, PromptFileFormat> = new Map([
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['json', 'json'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
])

/**
 * Adds prompts from a file, which is chosen or dropped, after showing what its parts become. The dialog belongs outside
 * of the landmark that has the controls.
 */
export function usePromptImport(onFile: (file: PromptFile) => Promise<PromptsAdded | null>): {
  controls: ReactNode
  dialog: ReactNode
  drop: ReturnType<typeof useFileDrop>
} {
  const { refusal, isBusy, attempt } = useAttempt()
  const [said, setSaid] = useState<string | null>(null)
  const [opened, setOpened] = useState<Pick<PromptFile, 'format' | 'content'> | null>(null)
  const read = (file: File) =>
    attempt(async () => {
      const format = formats.get(file.name.split('.').at(-1)?.toLowerCase() ?? '') ?? 'csv'
      setSaid(null)
      if (file.size > wireLimits.frameBytes) {
        const limit = formatBytes(wireLimits.frameBytes)
        throw failure('INVALID_INPUT', 'file-too-large', { field: 'file', limit })
      }
      setOpened({ format, content: await readTextFile(file) })
    })
  const add = async (file: PromptFile) => {
    setOpened(null)
    const report = await onFile(file)
    if (report === null) return
    const { added, skipped, left = [] } = report
    const skippedText = skipped > 0 ? ` ${t('common.rowsSkipped', { count: skipped })}` : ''
    const leftText = left.length > 0 ? ` ${t('sets.left', { names: left.map(leftName).join(', ') })}` : ''
    setSaid(`${t('sets.added', { count: added })}${skippedText}${leftText}`)
  }
  const drop = useFileDrop(([file]) => {
    if (file !== undefined && !isBusy) void read(file)
  })
  const controls = (
    <>
      <FileButton
        label={t('sets.import')}
        accept=".csv,.jsonl,.ndjson,.json,.yaml,.yml,text/csv"
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
  return { controls, dialog, drop }
}

function leftName({ name, count }: LeftPart): string {
  return `${name} (${formatCount(count)})`
}

const columnUses = [...promptColumnRoles, 'variable', 'leftOut'] as const

/** The use of a column. */
type ColumnUse = (typeof columnUses)[number]

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
  const [chosenLeftOut, setLeftOut] = useState<readonly string[]>()
  const [template, setTemplate] = useState('')
  const asked: PromptFile = {
    ...file,
    ...(columns === undefined ? {} : { columns }),
    ...(chosenLeftOut === undefined ? {} : { leftOut: [...chosenLeftOut] }),
    ...(template.trim() === '' ? {} : { template }),
  }
  const { preview, problem, isCurrent } = usePromptPreview(asked)
  // The user may choose again before the file has been read again.
  const roles: Roles = columns ?? preview?.roles ?? {}
  const leftOut = chosenLeftOut ?? preview?.leftOut ?? []
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
        onSubmit={() => {
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
          {preview !== null && <Recognised preview={preview} />}
          {preview !== null && preview.columns.length > 0 && (
            <>
              <DataTable
                heads={[t('sets.mapping.column'), t('sets.mapping.use'), t('sets.mapping.example')]}
                rows={preview.columns.map(({ name, example }) => ({
                  key: name,
                  cells: [
                    name,
                    <Select
                      key="use"
                      aria-label={t('sets.mapping.useOf', { column: name })}
                      value={chosenUse(name, roles, leftOut)}
                      options={columnUses.map((one) => [one, t(`sets.mapping.uses.${one}`)])}
                      onChange={(chosen) => use(name, chosen)}
                    />,
                    <Ellipsis key="example" as="div" tone="soft" className={styles.example}>
                      {example}
                    </Ellipsis>,
                  ],
                }))}
              />
              <label className={styles.template}>
                {t('sets.mapping.template', { example: '{{column}}' })}
                <TextArea rows={2} value={template} onChange={(event) => setTemplate(event.target.value)} />
              </label>
            </>
          )}
          {preview !== null && <PreviewedPrompts preview={preview} />}
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

/** Which tool the file comes from, and what its parts become. */
function Recognised({ preview: { kind, expected, roles } }: { preview: PromptPreview }) {
  if (kind === 'table') return null
  const isUnchecked = expected !== undefined && !Object.values(roles).includes(expected)
  return (
    <p>
      {t(`sets.mapping.kinds.${kind}`)}
      {isUnchecked && ` ${t('sets.mapping.expected', { column: expected })}`}
    </p>
  )
}

/** The first prompts of a file, and what is not taken over. */
function PreviewedPrompts({ preview }: { preview: PromptPreview }) {
  const { prompts, added, problems, skipped, left = [] } = preview
  return (
    <>
      {left.length > 0 && (
        <>
          <Text as="h2" size="s" weight="strong">
            {t('sets.mapping.left')}
          </Text>
          <ul className={styles.bad}>
            {left.map((part) => (
              <li key={part.name}>{leftName(part)}</li>
            ))}
          </ul>
        </>
      )}
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

function PromptDetails({ prompt: { systemPrompt, values, checks, past } }: { prompt: PromptContent }) {
  const details = [
    ...(systemPrompt === null ? [] : [`${t('sets.mapping.uses.system')}: ${systemPrompt}`]),
    ...Object.entries(values).map(([name, value]) => `${name} = ${value}`),
    ...pastFacts(past),
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
