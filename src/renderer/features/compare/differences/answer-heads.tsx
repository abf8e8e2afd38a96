import { AnswerTag } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'

/** The head of a table with a column for each answer; `rows` says what the first column names. */
export function AnswerHeads({ rows, answers }: { rows: string; answers: readonly VotableAnswer[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{rows}</th>
        {answers.map((answer) => (
          <th key={answer.letter} scope="col">
            <AnswerTag answer={answer} />
          </th>
        ))}
      </tr>
    </thead>
  )
}
