import { useMemo, useRef, useState } from 'react'

import { type Vote, voteLimits } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { queryWords } from '../../../state/search/word-match'
import { Button } from '../../../ui/controls/button'
import { Row } from '../../../ui/layout/layout'
import { TextInput } from '../../../ui/fields/inputs'
import styles from './vote-bar.module.css'

/** What the answers of a vote are about. */
export interface VotedQuestion {
  /** Its text, for suggested tags. */
  question: string
  /** It was asked again in a round of critique. */
  isCritique?: boolean
}

interface VoteDetailsProps extends VotedQuestion {
  vote: Vote
  onDone: () => void
}

/** The reason for a vote, and its tags. */
export function VoteDetails({ vote, question, isCritique = false, onDone }: VoteDetailsProps) {
  const { votes } = useApp()
  const [why, setWhy] = useState(vote.why ?? '')
  const [tags, setTags] = useState(vote.tags.join(', '))
  const tagField = useRef<HTMLInputElement>(null)
  // Without the earlier votes, the question alone suggests tags.
  const { data: earlier } = useRequest('votes.list', {})
  const suggested = useMemo(
    () => suggestTags(question, earlier?.votes.flatMap((one) => one.tags) ?? [], isCritique),
    [question, isCritique, earlier],
  )
  const written = tagsIn(tags)
  const submit = async () => {
    if (await votes.describe(vote, { why: why.trim(), tags: written })) onDone()
  }
  return (
    <Row as="form" wrap className={styles.details} onSubmit={() => void submit()}>
      <TextInput
        aria-label={t('compare.vote.why')}
        placeholder={t('compare.vote.why')}
        maxLength={voteLimits.whyChars}
        // The user has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <TextInput
        ref={tagField}
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
            onClick={() => {
              setTags([...written, tag].join(', '))
              // The button disappears.
              tagField.current?.focus()
            }}
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
  [
    'maths',
    anyOf(
      'prove|equation|integral|derivative|probability|calculate|beweise?|berechne\\p{L}*|gleichung|wahrscheinlichkeit',
    ),
  ],
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

/** A short word also begins unrelated ones, as `C` does C++. Scripts without capitals need no spaces between words. */
function wholeWord({ source }: RegExp): RegExp {
  return new RegExp(`${source}(?![\\p{Ll}\\p{N}]|[+#])`, 'u')
}

const mostSuggestions = 3
/** A pasted file does not need to be searched as a whole. */
const searchedChars = 4_000

/**
 * Tags for a vote on the answers to `question`: that they follow a critique, then those used before that it names or that are of its kind, then its kinds,
 * then the others used before. Tags that were used more often, or as often and later, come first. `usedBefore` has each
 * use, newest first.
 */
export function suggestTags(question: string, usedBefore: readonly string[], isCritique = false): string[] {
  const text = question.slice(0, searchedChars)
  const lowerText = text.toLowerCase()
  const isCode = text.includes('```')
  const found: string[] = taggedKinds
    .filter(([kind, pattern]) => pattern.test(text) || (kind === 'code' && isCode))
    .map(([kind]) => t(`compare.vote.suggested.${kind}`))
  const uses = new Map<string, number>()
  for (const tag of usedBefore) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  const earlier = [...uses].toSorted(([, left], [, right]) => right - left).map(([tag]) => tag)
  const isNamed = (tag: string) =>
    queryWords(tag).every(({ text: word, atPart }) =>
      (word.length < 5 ? wholeWord(atPart) : atPart).test(lowerText),
    )
  const known = earlier.filter((tag) => found.includes(tag) || isNamed(tag))
  const first = isCritique ? [t('compare.vote.suggested.critique')] : []
  return [...new Set([...first, ...known, ...found, ...earlier])].slice(0, mostSuggestions)
}
