import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { WorkspaceDiff } from '../../../shared/agents/agents'
import { type CommandCheck, hasPassed } from '../../../shared/agents/command-checks'
import type { SessionId } from '../../../shared/ids'
import { t } from '../../language/t'
import { sumOfChanges } from '../../state/agents/agent-changes'
import { useApp } from '../../state/app/use-app'
import { Dialog } from '../../ui/overlays/dialog'
import { ChangeCounts } from './change-list'
import { checkWords } from './command-check-row'
import { type ReviewPlace, ReviewPart } from './review-part'
import { Hint, Row, Stack, Text } from '../../ui/layout/layout'
import styles from './review.module.css'

interface ReviewDialogProps {
  /** The session shown first. */
  first: SessionId
  places: readonly ReviewPlace[]
  onClose: () => void
}

/** Reviews what agents changed in their isolated folders: apply it to the user's folder, or discard it. */
export function ReviewDialog({ first, places, onClose }: ReviewDialogProps) {
  const app = useApp()
  const [shown, setShown] = useState(first)
  const { diffs, checks } = useStore(app.agentChanges.store)
  const [atFirst] = useState(places)
  useEffect(() => {
    // Only the initial places: `agentChanges` already checks again after an apply.
    for (const { sessionId } of atFirst) void app.agentChanges.load(sessionId)
  }, [app, atFirst])
  const place = places.find(({ sessionId }) => sessionId === shown) ?? places[0]
  const offered = places.filter(
    ({ sessionId }) => sessionId === shown || (diffs[sessionId]?.files.length ?? 0) > 0,
  )
  return (
    <Dialog title={t('agents.changes.title')} width="large" isFullHeight onClose={onClose}>
      <Stack gap={0} grow>
        {offered.length > 1 && (
          <Row
            align="stretch"
            wrap
            gap={1}
            grow={false}
            className={styles.places}
            role="group"
            aria-label={t('agents.changes.panes')}
          >
            {offered.map(({ sessionId, name }) => (
              <Hint
                as="button"
                pad={[0, 3]}
                tone="soft"
                key={sessionId}
                className={styles.place}
                aria-pressed={sessionId === shown}
                onClick={() => setShown(sessionId)}
              >
                {name}
                <PlaceSum diff={diffs[sessionId] ?? null} check={checks[sessionId] ?? null} />
              </Hint>
            ))}
          </Row>
        )}
        {place !== undefined && <ReviewPart key={place.sessionId} place={place} onDone={onClose} />}
      </Stack>
    </Dialog>
  )
}

/** Figures that distinguish the contestants' work: lines changed, and the result of the command. */
function PlaceSum({ diff, check }: { diff: WorkspaceDiff | null; check: CommandCheck | null }) {
  if (diff === null) return null
  const { added, removed } = sumOfChanges(diff)
  return (
    <>
      {' '}
      <ChangeCounts change={{ path: '', kind: 'modified', added, removed }} />
      {check !== null && <Text tone={hasPassed(check) ? 'good' : 'bad'}> {checkWords(check)}</Text>}
    </>
  )
}
