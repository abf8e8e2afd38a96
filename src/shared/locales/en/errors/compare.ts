/** Refused requests about comparisons, votes and prompt sets; see `inputErrors`. */
export const compareErrors = {
  'check-without-folder': {
    what: 'None of these panes has a folder of its own.',
    fix: 'First ask an agent that can edit files.',
  },
  'contestants-hidden': {
    what: 'The contestants of this blind comparison are still hidden.',
    fix: 'Vote or reveal them first.',
  },
  'comparison-not-in-trash': {
    what: 'Only comparisons in the trash can be deleted permanently.',
    fix: 'Move this comparison to the trash first.',
  },
  'not-critiqued': {
    what: 'A critique round needs the latest complete answers of at least two panes to the same question.',
  },
  'nothing-asked': { what: 'This pane has no question yet.' },
  'pane-deleted-elsewhere': {
    what: 'This chat is a pane of a comparison.',
    fix: 'Remove the pane from the comparison instead.',
  },
  'pane-needs-model': { what: 'A pane always needs a model.' },
  'pane-not-restored': { what: 'A pane cannot be restored on its own.' },
  'pane-started-elsewhere': {
    what: 'This chat is a pane of a comparison.',
    fix: 'Start the answer in the comparison instead.',
    detail: 'Use pane.run.',
  },
  'model-gone': {
    what: '{{model}} is no longer available.',
    fix: 'Choose another model for its pane, or remove the pane.',
  },
  'critique-too-long': {
    what: 'Together, the other answers have more than {{max, number}} characters.',
    fix: 'Remove some panes.',
  },
  'different-questions': {
    what: 'These answers are to different questions.',
    fix: 'Choose answers to the same question.',
  },
  'too-few-models': { what: 'Choose at least two models first.' },
  'too-few-answers': { what: 'At least {{min}} answers are needed for a vote.' },
  'too-few-panes': { what: 'A comparison needs at least {{min}} panes.' },
  'too-many-panes': {
    what: 'A comparison can have at most {{max}} panes.',
    fix: 'Remove one before you add another.',
  },
  'pane-without-answer': { what: 'One of these panes has no answer to vote on.' },
  'vote-incomplete': { what: 'A result and the panes that it names can only be changed together.' },
  'merge-sources-removed': {
    what: 'The panes with the merged answers were removed.',
    fix: 'Restore one of them, then try again.',
  },
  'merge-too-many': {
    what: 'A blind vote can include at most {{max}} answers, and this merge would be one too many.',
    fix: 'Remove a pane of this comparison, or merge fewer answers.',
  },
  'merge-without-text': { what: 'This merge has no text to vote on.' },
  'vote-other-answers': {
    what: 'The answers have changed since you saw them.',
    fix: 'Read the new ones, then vote again.',
  },
  'vote-panes': { what: 'This result does not match the panes that it names.' },
  'votes-columns': {
    what: 'This file has no columns named a, b and result.',
    fix: 'Add a first line with these names.',
  },
  'votes-not-csv': { what: 'This file is not valid CSV.', detail: '{{detail}}' },
  'agent-as-judge': {
    what: 'A coding agent cannot judge answers.',
    fix: 'Choose a model instead.',
  },
  'agent-unlimited-in-sets': {
    what: 'Agents with full access cannot answer prompt sets.',
    fix: 'Choose another permission in the agent’s settings.',
  },
  'commands-too-many': {
    what: 'The checks of this set use more than {{max}} different commands, which is too many to review.',
    fix: 'Use one command for several prompts.',
  },
  'cells-too-many': {
    what: 'This run would need {{cells, number}} answers, but the limit is {{max, number}}.',
    fix: 'Choose fewer models or repeats.',
  },
  'watch-needs-checks': {
    what: 'A watch compares with a complete run that has checks.',
    fix: 'Run the set, then choose that run.',
  },
  'watch-of-agents': {
    what: 'Sets that coding agents answer cannot be watched, because agents need approvals.',
  },
  'nothing-to-judge': { what: 'No prompt has enough answers to judge.' },
  'providers-unconfirmed': {
    what: 'These providers have not seen some of the questions from chats: {{providers}}.',
    fix: 'Confirm that they may get them.',
  },
  'row-models': {
    what: 'A comparison has {{min}} to {{max}} panes, but this run has {{count}} models.',
  },
  'row-of-one': {
    what: 'This row has nothing to compare, because it has fewer than two different passages.',
  },
  'row-too-long': {
    what: 'This row has more than {{max, number}} characters, which is too many for a judge.',
  },
  'row-unanswered': {
    what: 'Not all models have answered this prompt yet.',
    fix: 'Wait for the run, or resume it.',
  },
  'row-vote-open': {
    what: 'You have not voted on these answers yet, and a comparison would show their models.',
    fix: 'Vote first, or open the prompt and choose “Show models”.',
  },
  'run-is-done': { what: 'This run is complete.' },
  'run-is-imported': {
    what: 'This run was imported from a file that may not contain every request.',
    fix: 'Start a new run of the set instead.',
  },
  'model-sees-no-images': {
    what: 'This model does not accept images, so it was not asked: {{name}}.',
    fix: 'Choose another model, or remove the image from the prompt.',
  },
  'set-empty': { what: 'This set has no prompts yet.' },
  'set-file-columns': {
    what: 'This file has no column for the prompts.',
    fix: 'Choose the column, or name it “prompt”.',
  },
  'set-file-not-csv': { what: 'This file is not valid CSV.', detail: '{{detail}}' },
  'set-file-not-yaml': { what: 'This file is not valid YAML.', detail: '{{detail}}' },
  'set-file-yaml-too-long': {
    what: 'A YAML file can have at most {{max, number}} characters.',
    fix: 'Save it as JSON.',
  },
  'set-files-gone': {
    what: 'The set cannot be run, because files no longer exist. They belong to these prompts: {{prompts}}.',
    fix: 'Open each of these prompts and remove the files, or remove the prompt.',
  },
  'set-pasts-too-long': {
    what: 'The earlier turns and tool results of a set can have at most {{max, number}} characters altogether.',
  },
  'set-too-long': { what: 'A set can have at most {{max, number}} prompts.' },
} as const
