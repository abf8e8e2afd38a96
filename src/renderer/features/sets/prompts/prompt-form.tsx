import { type ComponentProps, useId } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import { checkLimits } from '../../../../shared/sets/checks'
import type { PromptContent } from '../../../../shared/sets/sets'
import { isSubmitKey } from '../../../keyboard/key-presses'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import { textsWithVariables } from '../../../../shared/sets/asked-prompt'
import { PastEditor } from './past-editor'
import { CheckEditor } from './check-editor'
import { TriedChecks } from './tried-checks'
import type { SetId } from '../../../../shared/ids'
import { focusNow } from '../../../keyboard/focus-targets'
import { DialogBar, DialogBody, Hint, Row, Stack } from '../../../ui/layout/layout'
import { TextArea } from '../../../ui/fields/inputs'
import { Problem } from '../../../ui/text/problem'
import styles from '../common/sets.module.css'

interface PromptFormProps {
  setId: SetId
  prompt: PromptContent
  problem: ErrorData | null
  onChange: (prompt: PromptContent) => void
  onSave: (prompt: PromptContent) => Promise<void>
  onCancel: () => void
  onRemove: (() => Promise<void>) | null
}

/** Edits a new or existing prompt with its variables and checks. */
export function SetPromptForm({
  setId,
  prompt,
  problem,
  onChange,
  onSave,
  onCancel,
  onRemove,
}: PromptFormProps) {
  const { expected = '', ...content } = prompt
  const { text, systemPrompt, values, checks } = content
  const names = variableNames(textsWithVariables(prompt).join(' '))
  const save = () => {
    const used = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== '' || !names.includes(name)),
    )
    return onSave({ ...prompt, values: used })
  }
  return (
    <Stack
      as="form"
      gap={0}
      grow
      onSubmit={() => void save()}
      onKeyDown={(event) => {
        if (!isSubmitKey(event.nativeEvent)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
    >
      <DialogBody isBelowBar>
        <PastEditor past={prompt.past} onChange={(past) => onChange({ ...prompt, past })} />
        <LabelledArea
          label={t('sets.prompt')}
          className={styles.text}
          ref={focusNow}
          required
          value={text}
          onChange={(event) => onChange({ ...prompt, text: event.target.value })}
        />
        <Hint tone="soft" className={styles.hint}>
          {t('sets.variablesHint', { example: '{{name}}' })}
        </Hint>
        {names.map((name) => (
          <LabelledArea
            key={name}
            label={name}
            placeholder={t('sets.asWritten')}
            value={Object.hasOwn(values, name) ? values[name] : ''}
            onChange={(event) => onChange({ ...prompt, values: { ...values, [name]: event.target.value } })}
          />
        ))}
        <LabelledArea
          label={t('common.systemPrompt')}
          placeholder={t('sets.ofTheModel')}
          value={systemPrompt ?? ''}
          onChange={({ target }) =>
            onChange({ ...prompt, systemPrompt: target.value === '' ? null : target.value })
          }
        />
        <LabelledArea
          label={t('sets.expected')}
          placeholder={t('sets.expectedHint')}
          maxLength={checkLimits.valueChars}
          value={expected}
          onChange={({ target }) =>
            onChange({ ...content, ...(target.value === '' ? {} : { expected: target.value }) })
          }
        />
        {expected.trim() !== '' && (
          <Row gap={2} pad={[1, 0]} wrap>
            {(['contains', 'equals'] as const).map((kind) => (
              <Button
                key={kind}
                onClick={() => onChange({ ...prompt, checks: [...checks, { kind, value: expected.trim() }] })}
              >
                {t(`sets.expectedCheck.${kind}`)}
              </Button>
            ))}
          </Row>
        )}
        <CheckEditor checks={checks} onChange={(changed) => onChange({ ...prompt, checks: [...changed] })} />
        <TriedChecks setId={setId} prompt={prompt} />
        <Problem error={problem} />
      </DialogBody>
      <DialogBar as="footer" className={classNames(styles.foot, styles.steps)}>
        {onRemove !== null && (
          <Button variant="quiet" onClick={() => void onRemove()}>
            {t('common.remove')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={text.trim() === ''}>
          {t('common.save')}
        </Button>
      </DialogBar>
    </Stack>
  )
}

function LabelledArea({ label, ...area }: { label: string } & ComponentProps<typeof TextArea>) {
  const id = useId()
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <TextArea id={id} className={styles.short} {...area} />
    </div>
  )
}

/** The variables that a text contains, each once. */
function variableNames(text: string): string[] {
  const found = text.matchAll(/\{\{(?<name>[^{}]{1,100})\}\}/g)
  const names = [...found].map((match) => (match.groups?.['name'] ?? '').trim())
  return [...new Set(names)].filter((name) => name !== '' && name !== '__proto__').slice(0, 50)
}
