import { type CSSProperties, useMemo, useState } from 'react'

import type { FileChange } from '../../../shared/agents/agents'
import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { formatCount } from '../../language/format'
import { classNames } from '../../ui/class-names'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { ChangedPageButton, PageButton, pageOfFile } from '../lone-page/page-button'
import { useFold } from '../../ui/controls/fold'
import { pageFile } from '../../../shared/pages/page'
import { misleadingCharacters, visibleText, withoutMiddle } from '../../../shared/text/visible-text'
import { HiddenText, Hint, PlainList, Row, Text } from '../../ui/layout/layout'
import styles from './change-list.module.css'
import diffViewStyles from './diff-view.module.css'

const lineStyles: Readonly<Record<PatchLine['kind'], string | undefined>> = {
  hunk: diffViewStyles.diffLineHunk,
  context: undefined,
  added: diffViewStyles.diffLineAdded,
  removed: diffViewStyles.diffLineRemoved,
}

/** Of a longer diff, this much is shown at first, and this much more each time that the user asks for it. */
const shownLines = 300
const moreLines = 2_000
const chunkLines = 50

const signs = { hunk: '', context: ' ', added: '+', removed: '−' } as const satisfies Record<
  PatchLine['kind'],
  string
>

interface ChangeListProps {
  changes: readonly FileChange[]
  /** Expands the list's only file initially. */
  isInitiallyOpen?: boolean
  /** False for changes that are only wanted. */
  isMade?: boolean
}

/** Files that an agent has changed or wants to change: one row each, which expands to its diff. */
export function ChangeList({ changes, isInitiallyOpen = false, isMade = true }: ChangeListProps) {
  return (
    <PlainList data-slot="changes" aria-label={t('messages.changes.files')}>
      {changes.map((change, index) => (
        <li key={index}>
          <ChangeRow
            change={change}
            isInitiallyOpen={isInitiallyOpen && changes.length === 1}
            isMade={isMade}
          />
        </li>
      ))}
    </PlainList>
  )
}

/** One changed file; its diff is below it when expanded. */
export function ChangeRow({
  change,
  isInitiallyOpen,
  isMade = true,
}: {
  change: FileChange
  isInitiallyOpen: boolean
  isMade?: boolean
}) {
  const { patch } = change
  const [isOpen, turn] = useFold(isInitiallyOpen && patch !== undefined)
  const path = shownPath(change.path)
  const facts = (
    <>
      <span className={styles.changePath} dir="ltr">
        {path}
      </span>
      {change.kind !== 'modified' && (
        <Hint as="span" className={styles.changeKind}>
          {change.movedFrom === undefined
            ? t(`messages.changes.${change.kind}`)
            : t('messages.changes.movedFrom', { path: shownPath(change.movedFrom) })}
        </Hint>
      )}
      {change.what !== undefined && (
        <Hint as="span" className={styles.changeKind}>
          {t(`messages.changes.what.${change.what}`)}
        </Hint>
      )}
      {change.isProgram === true && (
        <Hint as="span" className={styles.changeKind}>
          {t('messages.changes.program')}
        </Hint>
      )}
      <ChangeCounts change={change} />
    </>
  )
  if (patch === undefined || patch === '') return <Row className={styles.changeRow}>{facts}</Row>
  return (
    <>
      <Row gap={1}>
        <Row as="button" grow className={styles.changeRow} aria-expanded={isOpen} onClick={turn}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          {facts}
        </Row>
        <ChangePage change={change} isMade={isMade} />
      </Row>
      {isOpen && <Patch patch={patch} path={path} />}
    </>
  )
}

/** Far longer than any system allows. */
const pathChars = 5_000

/** A path with its file name, and without anything hidden. */
export function shownPath(path: string): string {
  return visibleText(withoutMiddle(path, pathChars))
}

/** The button that shows a file as a page: a new one as it was made, another one as it is now. */
export function ChangePage({ change, isMade }: { change: FileChange; isMade: boolean }) {
  const { path, kind, what } = change
  const page = useMemo(() => pageOfFile(path, () => textOfNew(change)), [path, change])
  const name = shownPath(path)
  if (page !== null) return <PageButton page={page} name={name} />
  const isChanged = isMade && (kind === 'modified' || kind === 'moved') && what === undefined
  return isChanged && pageFile.test(path) ? <ChangedPageButton path={path} name={name} /> : null
}

/** The text of a new file, which its patch has completely; null for any other. */
function textOfNew({ kind, what, patch = '' }: FileChange): string | null {
  if (kind !== 'added' || what !== undefined) return null
  const lines = patchLines(patch)
  return lines.every((line) => line.kind === 'added' || line.kind === 'hunk')
    ? lines.flatMap((line) => (line.kind === 'added' ? [line.text] : [])).join('\n')
    : null
}

/** The change of one file, line by line. */
export function Patch({ patch, path }: { patch: string; path: string }) {
  const lines = useMemo(() => patchLines(patch), [patch])
  return <DiffView lines={lines} label={t('messages.changes.diffOf', { path })} />
}

/** The numbers of added and removed lines; nothing if they are unknown. */
export function ChangeCounts({ change: { added, removed } }: { change: FileChange }) {
  if (added === undefined && removed === undefined) return null
  return (
    <span className={styles.changeFigures}>
      <HiddenText>
        {t('messages.changes.figures', {
          added: formatCount(added ?? 0),
          removed: formatCount(removed ?? 0),
        })}
      </HiddenText>
      <Text tone="good" aria-hidden="true">
        +{formatCount(added ?? 0)}
      </Text>{' '}
      <Text tone="bad" aria-hidden="true">
        −{formatCount(removed ?? 0)}
      </Text>
    </span>
  )
}

/** A unified diff with line numbers. Its content is always shown as plain text. */
function DiffView({ lines, label }: { lines: readonly PatchLine[]; label: string }) {
  const [count, setCount] = useState(shownLines)
  const shown = lines.slice(0, count)
  const restCount = lines.length - shown.length
  return (
    <>
      <div className={diffViewStyles.diffFrame} data-slot="diff-frame">
        <div
          className={diffViewStyles.diff}
          data-slot="diff"
          tabIndex={0}
          role="group"
          aria-label={label}
          dir="ltr"
        >
          <div className={diffViewStyles.diffLines}>
            {chunksOf(shown).map((chunk, index) => (
              <Chunk key={index} lines={chunk} />
            ))}
          </div>
        </div>
      </div>
      {restCount > 0 && (
        <Button
          variant="quiet"
          className={diffViewStyles.diffMore}
          onClick={() => setCount((before) => before + moreLines)}
        >
          {restCount > moreLines
            ? t('messages.changes.showMoreLines', { count: moreLines, rest: formatCount(restCount) })
            : t('messages.changes.showAllLines', { count: lines.length })}
        </Button>
      )}
    </>
  )
}

const Chunk = memo(
  function Chunk({ lines }: { lines: readonly PatchLine[] }) {
    return (
      <div className={diffViewStyles.diffChunk} style={{ '--lines': lines.length } as CSSProperties}>
        {lines.map((line, index) => (
          <div key={index} className={classNames(diffViewStyles.diffLine, lineStyles[line.kind])}>
            <span
              className={classNames(diffViewStyles.diffNumber, diffViewStyles.diffNumberOld)}
              aria-hidden="true"
              data-number={line.oldNumber ?? ''}
            />
            <span
              className={diffViewStyles.diffNumber}
              aria-hidden="true"
              data-number={line.newNumber ?? ''}
              data-old-number={line.oldNumber ?? ''}
            />
            <span className={diffViewStyles.diffSign}>{signs[line.kind]}</span>
            <span className={diffViewStyles.diffText}>
              <VisibleText text={line.text} hidden={misleadingCharacters} />
            </span>
          </div>
        ))}
      </div>
    )
  },
  // A diff only ever grows at its end, so the length and the first line identify a chunk.
  (before, after) => before.lines.length === after.lines.length && before.lines[0] === after.lines[0],
)

function chunksOf(lines: readonly PatchLine[]): (readonly PatchLine[])[] {
  return Array.from({ length: Math.ceil(lines.length / chunkLines) }, (_, index) =>
    lines.slice(index * chunkLines, (index + 1) * chunkLines),
  )
}

/** One line of a diff, for display. */
interface PatchLine {
  kind: 'hunk' | 'context' | 'added' | 'removed'
  text: string
  /** Line number in the old file; null when the line is not in it. */
  oldNumber: number | null
  /** Line number in the new file; null when the line is not in it. */
  newNumber: number | null
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/s

/** Parses the hunks of a unified diff. Lines that it does not understand are skipped. */
export function patchLines(patch: string): PatchLine[] {
  const lines: PatchLine[] = []
  let oldNumber = 1
  let newNumber = 1
  const given = patch.split('\n')
  if (given.at(-1) === '') given.pop()
  for (const line of given) {
    const head = hunkHead.exec(line)
    if (head !== null) {
      oldNumber = Number(head[1])
      newNumber = Number(head[2])
      lines.push({ kind: 'hunk', text: head[3] ?? '', oldNumber: null, newNumber: null })
      continue
    }
    const text = line.slice(1).replace(/\r$/, '')
    switch (line[0]) {
      case '+':
        lines.push({ kind: 'added', text, oldNumber: null, newNumber })
        newNumber += 1
        break
      case '-':
        lines.push({ kind: 'removed', text, oldNumber, newNumber: null })
        oldNumber += 1
        break
      case ' ':
      case undefined:
        lines.push({ kind: 'context', text, oldNumber, newNumber })
        oldNumber += 1
        newNumber += 1
        break
      default:
        // Such as "\ No newline at end of file".
        break
    }
  }
  return lines
}
