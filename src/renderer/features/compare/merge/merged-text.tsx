import type { MergedStatement, StatementSource, TextPart } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import { classNames } from '../../../ui/class-names'
import { Row, Stack, Text } from '../../../ui/layout/layout'
import styles from './merge.module.css'

const itemStart = /^([-*+]|\d{1,9}[.)])\s+/
const checkBox = /^\[([ xX])\]\s+/
const headingMark = /^#{1,6}\s+/
/** More than one line, or not a sentence: drawn as a block. */
const isBlock = /\n|^(?:`{3,}|~{3,}|\||>|\$\$)/
const conflictMark = /^-\s+≠\s+/

/** The label of a source, and what pressing it does. */
export interface SourceChip {
  label: string
  color: string | null
  title: string
  isShown: boolean
  onPress: () => void
}

interface MergedTextProps {
  part: TextPart
  isGrowing: boolean
  chipOf: (source: StatementSource, key: string) => SourceChip
}

/** A merged text: each statement with its sources, or with a mark if it has none; conflicts are listed at the end. */
export function MergedText({ part, isGrowing, chipOf }: MergedTextProps) {
  const blocks = statementBlocks(part)
  const conflicts = blocks.filter(({ kind }) => kind === 'conflict')
  const shown = (block: StatementBlock) => (
    <Block key={block.statements[0]?.index} block={block} isGrowing={isGrowing} chipOf={chipOf} />
  )
  return (
    <Stack data-slot="merged-text">
      {blocks.filter(({ kind }) => kind !== 'conflict').map(shown)}
      {conflicts.length > 0 && (
        <Stack
          as="section"
          pad={[2, 3]}
          className={styles.conflicts}
          aria-label={t('compare.merge.conflicts', { count: conflicts.length })}
        >
          <h3>{t('compare.merge.conflicts', { count: conflicts.length })}</h3>
          {conflicts.map(shown)}
        </Stack>
      )}
    </Stack>
  )
}

interface BlockProps {
  block: StatementBlock
  isGrowing: boolean
  chipOf: MergedTextProps['chipOf']
}

function Block({ block: { kind, marker, statements }, isGrowing, chipOf }: BlockProps) {
  const content = statements.map((statement) => (
    <Statement
      key={statement.index}
      statement={statement}
      isAlone={kind === 'alone'}
      isGrowing={isGrowing}
      chipOf={chipOf}
    />
  ))
  if (marker === '') {
    const role = kind === 'heading' ? { role: 'heading', 'aria-level': 3 } : {}
    return (
      <div className={kind === 'heading' ? styles.heading : styles.block} {...role}>
        {content}
      </div>
    )
  }
  return (
    <Row align="stretch">
      <span className={styles.marker} aria-hidden={kind === 'conflict'}>
        {marker}
      </span>
      <div>{content}</div>
    </Row>
  )
}

interface StatementProps {
  statement: ShownStatement
  isAlone: boolean
  isGrowing: boolean
  chipOf: MergedTextProps['chipOf']
}

function Statement({
  statement: { statement, index, markdown },
  isAlone,
  isGrowing,
  chipOf,
}: StatementProps) {
  const isAdded = statement.sources.length === 0
  return (
    <span
      className={classNames(styles.statement, isAlone && styles.alone)}
      data-slot="merged-statement"
      data-added={isAdded}
    >
      <BoundMarkdown text={markdown} isStreaming={isGrowing} />{' '}
      {statement.sources.map((source) => {
        const key = `${index} ${source.messageId} ${source.sentence}`
        const { label, color, title, isShown, onPress } = chipOf(source, key)
        return (
          <Text
            as="button"
            pad={[0, 1]}
            tone="soft"
            size="xs"
            tabular
            key={key}
            className={styles.chip}
            data-slot="merge-source"
            style={color === null ? {} : { borderColor: color }}
            aria-label={t('compare.merge.source', { source: label, quote: title })}
            aria-pressed={isShown}
            title={title}
            onClick={onPress}
          >
            {label}
          </Text>
        )
      })}
      {isAdded && (
        <Text tone="warn" size="xs" title={t('compare.merge.addedTitle')}>
          {t('compare.merge.added')}
        </Text>
      )}{' '}
    </span>
  )
}

/** A statement with its Markdown, without the syntax that positions it in the text. */
interface ShownStatement {
  statement: MergedStatement
  /** Its place among the statements of the answer. */
  index: number
  markdown: string
}

/** Statements that are drawn together: a paragraph, an item, a heading, or one statement alone. */
interface StatementBlock {
  kind: 'paragraph' | 'item' | 'heading' | 'alone' | 'conflict'
  /** The marker of an item: a bullet, a number or a box. */
  marker: string
  statements: ShownStatement[]
}

/** Groups the statements of a merged text into the blocks that they form. */
export function statementBlocks({ text, statements = [] }: TextPart): StatementBlock[] {
  const blocks: StatementBlock[] = []
  for (const [index, statement] of statements.entries()) {
    const written = text.slice(statement.from, statement.to)
    const trimmed = written.trim()
    const last = blocks.at(-1)
    const continues = !written.startsWith('\n') && last !== undefined && last.kind !== 'alone'
    if (continues && !isBlock.test(trimmed)) last.statements.push({ statement, index, markdown: trimmed })
    else if (trimmed !== '') blocks.push(newBlock(trimmed, statement, index))
  }
  return blocks
}

function newBlock(trimmed: string, statement: MergedStatement, index: number): StatementBlock {
  const block = (kind: StatementBlock['kind'], markdown: string, marker = ''): StatementBlock => ({
    kind,
    marker,
    statements: [{ statement, index, markdown }],
  })
  if (statement.kind === 'conflict') return block('conflict', trimmed.replace(conflictMark, ''), '≠')
  if (isBlock.test(trimmed)) return block('alone', trimmed)
  if (headingMark.test(trimmed)) return block('heading', trimmed.replace(headingMark, ''))
  const [itemMark, marker = ''] = itemStart.exec(trimmed) ?? []
  if (itemMark === undefined) return block('paragraph', trimmed)
  const words = trimmed.slice(itemMark.length)
  const [boxMark, state] = checkBox.exec(words) ?? []
  if (boxMark !== undefined) return block('item', words.slice(boxMark.length), state === ' ' ? '☐' : '☑')
  return block('item', words, /\d/.test(marker) ? marker : '•')
}
