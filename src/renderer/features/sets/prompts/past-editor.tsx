import type { ReactNode } from 'react'

import { pastLimits, type PastTurn, type PromptPast } from '../../../../shared/sets/past'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { TextArea } from '../../../ui/fields/inputs'
import { Select } from '../../../ui/fields/select'
import { Hint, PlainList, Row, Text } from '../../../ui/layout/layout'
import { TurnFacts } from '../common/past-turns'
import styles from '../common/sets.module.css'

interface PastEditorProps {
  past: PromptPast | undefined
  onChange: (past: PromptPast) => void
}

/** Edits what precedes the question of a prompt: turns as text, and which files and tools belong to it. */
export function PastEditor({ past = { mode: 'next', turns: [] }, onChange }: PastEditorProps) {
  const { mode, turns, files = [], tools = [] } = past
  const change = (index: number, turn: PastTurn) => onChange({ ...past, turns: turns.with(index, turn) })
  const isAsked = turns.length > 0
  return (
    <section aria-label={t('sets.past.title')}>
      {isAsked && (
        <>
          <h2 className={styles.label}>{t('sets.past.title')}</h2>
          <Row gap={2} wrap>
            <Select
              aria-label={t('sets.past.mode')}
              value={mode}
              options={(['next', 'conversation'] as const).map((one) => [one, t(`sets.past.modes.${one}`)])}
              onChange={(chosen) => onChange({ ...past, mode: chosen })}
            />
            <Hint tone="soft">{t(`sets.past.modeHints.${mode}`)}</Hint>
          </Row>
          <PlainList>
            {turns.map((turn, index) => {
              const key = index
              const name = t('sets.past.turn', {
                number: index + 1,
                role: t(`sets.past.roles.${turn.role}`),
              })
              return (
                <li key={key}>
                  <Removable
                    label={t('common.removeNamed', { name })}
                    onRemove={() => onChange({ ...past, turns: turns.toSpliced(index, 1) })}
                  >
                    {name}
                    <TurnFacts turn={turn} />
                  </Removable>
                  <TextArea
                    aria-label={name}
                    className={styles.short}
                    value={turn.text}
                    onChange={({ target }) => change(index, { ...turn, text: target.value })}
                  />
                </li>
              )
            })}
          </PlainList>
        </>
      )}
      {turns.length < pastLimits.turns && (
        <Button
          variant="quiet"
          onClick={() => {
            const role = turns.at(-1)?.role === 'user' ? 'assistant' : 'user'
            onChange({ ...past, turns: [...turns, { role, text: '' }] })
          }}
        >
          {t('sets.past.add')}
        </Button>
      )}
      {files.map((file, index) => (
        <Removable
          key={file.attachmentId}
          label={t('common.removeNamed', { name: file.name })}
          onRemove={() => onChange({ ...past, files: files.toSpliced(index, 1) })}
        >
          {t('sets.past.file', { name: file.name })}
        </Removable>
      ))}
      {tools.length > 0 && (
        <Removable
          label={t('sets.past.removeTools')}
          title={t('sets.past.toolsHint')}
          onRemove={() => onChange({ ...past, tools: [], calls: [] })}
        >
          {t('sets.past.tools', { names: tools.map(({ name }) => name).join(', ') })}
        </Removable>
      )}
    </section>
  )
}

interface RemovableProps {
  /** The name of the button. */
  label: string
  title?: string
  onRemove: () => void
  children: ReactNode
}

function Removable({ label, title, onRemove, children }: RemovableProps) {
  return (
    <Row gap={2} justify="between">
      <Text size="s" title={title}>
        {children}
      </Text>
      <Button variant="quiet" aria-label={label} onClick={onRemove}>
        {t('common.remove')}
      </Button>
    </Row>
  )
}
