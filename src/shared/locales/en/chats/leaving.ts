/** The question before a window leaves answers that are being written; the window asks it as well. */
export const leaving = {
  detail: 'The text so far is kept.',
  leave: 'Stop and leave',
  question_one: 'One answer is being written and will stop.',
  question_other: '{{count}} answers are being written and will stop.',
  questionOfWindow: 'Answers in this window are being written and will stop.',
  stay: 'Stay',
} as const
