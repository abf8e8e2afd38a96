import { type SyntheticEvent, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { type Vote, voteLimits } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Row } from '../../../ui/layout/layout'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import styles from './vote-bar.module.css'

interface VoteDetailsProps {
  vote: Vote
  /** The subject of the answers, for suggested tags. */
  question: string
  onDone: () => void
}

/** The reason for a vote, and its tags. */
export function VoteDetails({ vote, question, onDone }: VoteDetailsProps) {
  const { votes } = useApp()
  const [why, setWhy] = useState(vote.why ?? '')
  const [tags, setTags] = useState(vote.tags.join(', '))
  const all = useStore(votes.store, (state) => state.votes)
  const suggested = useMemo(
    () =>
      suggestTags(
        question,
        [...all.values()].flat().flatMap((one) => one.tags),
      ),
    [question, all],
  )
  const written = tagsIn(tags)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (await votes.describe(vote, { why: why.trim(), tags: written })) onDone()
  }
  return (
    <Row as="form" wrap className={styles.details} onSubmit={(event) => void submit(event)}>
      <input
        dir="auto"
        className={textFieldStyles.textField}
        data-slot="text-field"
        aria-label={t('compare.vote.why')}
        placeholder={t('compare.vote.why')}
        maxLength={voteLimits.whyChars}
        // The user has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <input
        dir="auto"
        className={textFieldStyles.textField}
        data-slot="text-field"
        aria-label={t('compare.vote.tags')}
        placeholder={t('compare.vote.tagsHint')}
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
      {suggested
        .filter((tag) => !written.includes(tag))
        .map((tag) => (
          <Button
            key={tag}
            variant="quiet"
            aria-label={t('compare.vote.addTag', { tag })}
            onClick={() => setTags([...written, tag].join(', '))}
          >
            + {tag}
          </Button>
        ))}
      <Button type="submit" variant="primary">
        {t('common.save')}
      </Button>
      <Button variant="link" onClick={onDone}>
        {t('common.cancel')}
      </Button>
    </Row>
  )
}

function tagsIn(text: string): string[] {
  const tags = text
    .split(/[,;]/)
    .map((tag) => tag.trim().slice(0, voteLimits.tagChars))
    .filter((tag) => tag !== '')
  return [...new Set(tags)].slice(0, voteLimits.tags)
}

/** Matches any of these words; `\b` would know only ASCII letters. */
function anyOf(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')
}

/** Kinds of tasks, and how a question shows that it is one. */
const taggedKinds = [
  ['code', anyOf('code|function|typescript|javascript|python|rust|sql|regex|bug|compile|refactor|funktion')],
  ['maths', anyOf('prove|equation|integral|derivative|probability|beweise?|gleichung|wahrscheinlichkeit')],
  [
    'translation',
    anyOf('translat\\p{L}+|übersetz\\p{L}*|auf deutsch|into (?:english|german|french|spanish)'),
  ],
  ['summary', anyOf('summari[sz]e|summary|tl;?dr|key points|fasse?|zusammenfassung')],
  [
    'writing',
    anyOf('write|rewrite|draft|e-?mail|letter|essay|poem|story|schreib\\p{L}*|formulier\\p{L}*|brief'),
  ],
  ['data', anyOf('csv|json|table|extract|parse|spreadsheet|tabelle|extrahier\\p{L}*')],
  [
    'explanation',
    anyOf('explain|what is|what are|how does|why|erklär\\p{L}*|was ist|wie funktioniert|warum'),
  ],
] as const satisfies readonly (readonly [kind: string, pattern: RegExp])[]

const mostSuggestions = 3
/** A pasted file does not need to be searched as a whole. */
const searchedChars = 4_000

/** Tags for a vote on the answers to `question`, found by its words; those used before come first. */
export function suggestTags(question: string, usedBefore: readonly string[]): string[] {
  const text = question.slice(0, searchedChars)
  const isCode = text.includes('```')
  const found: string[] = taggedKinds
    .filter(([kind, pattern]) => pattern.test(text) || (kind === 'code' && isCode))
    .map(([kind]) => t(`compare.vote.suggested.${kind}`))
  const known = usedBefore.filter(
    (tag) => found.includes(tag) || text.toLowerCase().includes(tag.toLowerCase()),
  )
  return [...new Set([...known, ...found, ...usedBefore])].slice(0, mostSuggestions)
}
