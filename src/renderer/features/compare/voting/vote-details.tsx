import { useMemo, useState, type SyntheticEvent } from 'react'
import { useStore } from 'zustand'

import { type Vote, voteLimits } from '../../../../shared/votes/votes'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { suggestTags } from './suggest-tags'
import styles from './vote-bar.module.css'

interface VoteDetailsProps {
  vote: Vote
  /** What the answers are about, to suggest tags. */
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
