import type { WritableDatabase } from '../database'
import type { Migration } from './migration'

interface VoteRow {
  id: string
  answers_key: string
  shown: string
  voted_at: number
}

interface Shown {
  paneId: string | null
  messageId: string | null
  original?: string
}

/**
 * Votes on answers of a run of a set, and on copies of them in a comparison, get the same key. Until now, these were
 * two votes on the same answers; the later one is kept.
 */
export const votesOnCopies: Migration = {
  version: 17,
  up(database) {
    const update = database.command('UPDATE votes SET answers_key = :key, shown = :shown WHERE id = :id')
    const remove = database.command('DELETE FROM votes WHERE id = ?')
    const namesake = database.query<{ id: string; voted_at: number }>(
      'SELECT id, voted_at FROM votes WHERE answers_key = ?',
    )
    const keep = (vote: VoteRow, shown: Shown[] | null) => {
      if (shown === null) return
      const ids = shown.map(({ original, messageId }) => original ?? messageId)
      if (ids.includes(null)) return
      const key = ids
        .map(String)
        .toSorted((one, other) => (one < other ? -1 : 1))
        .join(' ')
      const other = namesake.get(key)
      if (other !== undefined && other.id !== vote.id) {
        const isLater = other.voted_at >= vote.voted_at
        remove.run(isLater ? vote.id : other.id)
        if (isLater) return
      }
      update.run({ id: vote.id, key, shown: JSON.stringify(shown) })
    }
    for (const vote of votesOnRows(database)) keep(vote, fromRow(database, vote))
    for (const vote of votesInComparisons(database)) keep(vote, fromComparison(database, vote))
  },
}

const columns = 'id, answers_key, shown, voted_at'

function votesOnRows(database: WritableDatabase): VoteRow[] {
  return database.query<VoteRow>(`SELECT ${columns} FROM votes WHERE answers_key LIKE 'set-run %'`).all()
}

function votesInComparisons(database: WritableDatabase): VoteRow[] {
  return database
    .query<VoteRow>(`
      SELECT ${columns} FROM votes WHERE answers_key IS NOT NULL AND comparison_id IN (
        SELECT comparison_id FROM panes JOIN sessions ON sessions.id = session_id
        WHERE origin LIKE 'set-run:%')`)
    .all()
}

/** The key was `set-run RUN CELL CELL`; the ids of the answers are those of the ballot. */
function fromRow(database: WritableDatabase, { answers_key: key, shown }: VoteRow): Shown[] | null {
  const [, runId = '', first = ''] = key.split(' ')
  const run = database
    .query<{ models: string; prompt_count: number }>('SELECT models, prompt_count FROM set_runs WHERE id = ?')
    .get(runId)
  const models = run === undefined ? null : parsed<unknown[]>(run.models)
  if (run === undefined || models === null) return null
  const row = Math.floor(Number(first) / models.length)
  const place = { prompt: row % run.prompt_count, repeat: Math.floor(row / run.prompt_count) }
  const ballot = database
    .query<{ answers: string }>(
      'SELECT answers FROM set_ballots WHERE run_id = :runId AND prompt = :prompt AND repeat = :repeat',
    )
    .get({ runId, ...place })
  const entries = parsed<{ id: string; cell: number }[]>(ballot?.answers ?? '[]') ?? []
  const answers = parsed<Shown[]>(shown) ?? []
  const named = answers.map((answer) => {
    const entry = entries.find(({ id }) => id === answer.paneId)
    if (entry === undefined) return null
    const model = entry.cell % models.length
    return { ...answer, original: `set-run:${runId} ${place.prompt} ${place.repeat} ${model}` }
  })
  return named.includes(null) ? null : named.flatMap((answer) => answer ?? [])
}

function fromComparison(database: WritableDatabase, { shown }: VoteRow): Shown[] | null {
  const copy = database.query<{ origin: string }>(`
    SELECT sessions.origin FROM messages JOIN sessions ON sessions.id = session_id
    WHERE messages.id = ? AND run_id IS NULL AND sessions.origin LIKE 'set-run:%'`)
  const named = (parsed<Shown[]>(shown) ?? []).map((answer) => {
    const origin = answer.messageId === null ? undefined : copy.get(answer.messageId)?.origin
    return origin === undefined ? answer : { ...answer, original: origin }
  })
  return named.some(({ original }) => original !== undefined) ? named : null
}

function parsed<Value>(json: string): Value | null {
  try {
    return JSON.parse(json) as Value
  } catch {
    // A damaged row stays unchanged.
    return null
  }
}
