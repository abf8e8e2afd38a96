import { useMemo, useState, type SyntheticEvent } from 'react'
import { useStore } from 'zustand'

import { messageText } from '../../../../shared/sessions/messages'
import { type Vote, voteLimits } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { suggestTags } from './suggest-tags'
import styles from './vote-bar.module.css'

interface VoteDetailsProps {
  vote: Vote
  store: ComparisonStore
  onDone: () => void
}

/** The reason for a vote, and its tags. */
export function VoteDetails({ vote, store, onDone }: VoteDetailsProps) {
  const { votes } = useApp()
  const [why, setWhy] = useState(vote.why ?? '')
  const [tags, setTags] = useState(vote.tags.join(', '))
  const all = useStore(votes.store, (state) => state.votes)
  const suggested = useMemo(
    () =>
      suggestTags(
        questionOf(store),
        [...all.values()].flat().flatMap((one) => one.tags),
      ),
    [store, all],
  )
  const written = tagsIn(tags)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (await votes.describe(vote, { why: why.trim(), tags: written })) onDone()
  }
  return (
    <form className={styles.details} onSubmit={(event) => void submit(event)}>
      <input
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
    </form>
  )
}

function tagsIn(text: string): string[] {
  const tags = text
    .split(/[,;]/)
    .map((tag) => tag.trim().slice(0, voteLimits.tagChars))
    .filter((tag) => tag !== '')
  return [...new Set(tags)].slice(0, voteLimits.tags)
}

/** The question that the latest answers are about, from the first pane that shows one. */
function questionOf(store: ComparisonStore): string {
  for (const pane of store.store.getState().comparison?.panes ?? []) {
    const { messages } = store.conversationOf(pane).store.getState()
    const question = messages.findLast(({ role }) => role === 'user')
    if (question !== undefined) return messageText(question)
  }
  return ''
}
