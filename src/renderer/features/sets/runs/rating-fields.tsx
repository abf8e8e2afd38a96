import { type KeyboardEvent, useState } from 'react'

import type { BallotPlace, BallotRating, SetBallot } from '../../../../shared/sets/ballots'
import { type Criterion, rubricScales } from '../../../../shared/sets/rubrics'
import type { ErrorData } from '../../../../shared/errors'
import { refusalOf } from '../../../errors/error-data'
import { focusNow } from '../../../keyboard/focus-targets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Row, Stack, Text } from '../../../ui/layout/layout'

/** The user's marks for the answers of a ballot, and how to change one. */
export function useRatings(place: BallotPlace, ballot: SetBallot | null) {
  const { api } = useApp().environment
  const [changed, setChanged] = useState<readonly BallotRating[] | null>(null)
  const [problem, setProblem] = useState<ErrorData | null>(null)
  const rate = async (rated: Omit<BallotRating, 'mark'> & { mark: number | null }) => {
    const store = async () => setChanged((await api.invoke('sets.rate', { ...place, ...rated })).ratings)
    setProblem(await refusalOf(store))
  }
  return { ratings: changed ?? ballot?.ratings ?? [], problem, rate }
}

interface RatingFieldsProps {
  rubric: readonly Criterion[]
  ratings: readonly BallotRating[]
  /** It gets the focus. */
  isFirst: boolean
  /** Null takes the mark back. */
  onRate: (criterion: string, mark: number | null) => void
}

/** The marks of an answer. The keys 1 to 5, P and F set one, and lead to the next, then to the vote. */
export function RatingFields({ rubric, ratings, isFirst, onRate }: RatingFieldsProps) {
  const rateByKey = (event: KeyboardEvent<HTMLElement>, { id, scale }: Criterion) => {
    const mark = rubricScales[scale].find((each) => keyOf(scale, each) === event.key.toUpperCase())
    if (mark === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onRate(id, mark)
    const stops = [...document.querySelectorAll<HTMLElement>('[data-slot=rating], [data-slot=vote-bar]')]
    const next = stops[stops.indexOf(event.currentTarget) + 1]
    ;(next?.querySelector<HTMLElement>('[tabindex="0"]') ?? next)?.focus()
  }
  return (
    <Stack gap={1} pad={[2, 0]} size="s">
      {rubric.map((criterion, place) => {
        const { id, name, description, scale } = criterion
        const rated = ratings.find((each) => each.criterion === id)?.mark
        return (
          <Row
            key={id}
            wrap
            gap={1}
            role="group"
            aria-label={name}
            {...(description !== '' && { 'aria-description': description })}
            data-slot="rating"
            onKeyDown={(event) => rateByKey(event, criterion)}
          >
            <Text grow title={description}>
              {name}
            </Text>
            {rubricScales[scale].map((mark, index) => (
              <Button
                key={mark}
                ref={isFirst && place + index === 0 ? focusNow : null}
                variant={mark === rated ? 'primary' : 'plain'}
                aria-pressed={mark === rated}
                aria-keyshortcuts={keyOf(scale, mark)}
                tabIndex={mark === rated || (rated === undefined && index === 0) ? 0 : -1}
                onClick={() => onRate(id, mark === rated ? null : mark)}
              >
                {markName(scale, mark)}
              </Button>
            ))}
          </Row>
        )
      })}
    </Stack>
  )
}

const keyOf = (scale: Criterion['scale'], mark: number) =>
  scale === 'pass-fail' ? (mark === 1 ? 'P' : 'F') : String(mark)

/** A mark in words, or its number. */
export function markName(scale: Criterion['scale'], mark: number): string {
  return scale === 'pass-fail' ? t(mark === 1 ? 'sets.rubric.pass' : 'sets.rubric.fail') : String(mark)
}
