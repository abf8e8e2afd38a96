/** Why answers cannot be merged; reasons of `INVALID_INPUT`. */
export const mergeErrors = {
  'merge-by-agent': {
    what: 'Coding agents cannot merge answers.',
    fix: 'Choose a model instead.',
  },
  'merge-empty-answer': { what: 'Answer {{letter}} is empty.', fix: 'Leave it out, or run the pane again.' },
  'merge-failed-answer': { what: 'Answer {{letter}} failed.', fix: 'Leave it out, or run the pane again.' },
  'merge-not-edited': {
    what: 'A merged answer cannot be edited, because its sources refer to its exact words.',
    fix: 'Continue it as a chat and edit it there.',
  },
  'merge-too-few': { what: 'Choose at least {{min}} answers to merge.' },
  'merge-too-long': {
    what: 'Together, these answers have more than {{max, number}} characters.',
    fix: 'Merge fewer of them.',
  },
  'merge-without-answer': {
    what: 'Pane {{letter}} has no answer yet.',
    fix: 'Leave the pane out, or ask it first.',
  },
  'merge-without-instructions': { what: 'Enter instructions for the merge.' },
} as const
