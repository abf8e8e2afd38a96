/** The prompts that are kept, written and used. */
export const prompts = {
  changesNotSaved: 'Changes not saved yet',
  deleted: 'Deleted “{{name}}”',
  editor: {
    asksFor: 'Asks for <names/>',
    clear: 'Clear',
    exampleName: 'a name',
    fillsIn: 'Fills in <names/>',
    howToAsk: 'Write <example/> for what is to be asked for. <date/> and <clipboard/> fill themselves.',
    name: 'Name',
    nameHint: 'What you call it by',
    saving: 'Saving…',
    text: 'Text',
    undoChanges: 'Undo changes',
  },
  enterUses: 'Enter uses it',
  form: {
    insert: 'Insert',
    keys: 'Enter goes on, Shift+Enter breaks the line',
  },
  new: 'New prompt',
  noneFound: 'None has these words.',
  notSaved: 'Not saved yet',
  reading: 'Reading your prompts…',
  search: 'Search prompts',
  searchHint: 'Search',
  title: 'Prompts',
  whatTheyAre:
    'A prompt is a text that you keep to use again. Type <command>/prompt</command> where you write a message, and its name.',
  whatVariablesAre:
    'Where something is to be filled in, write <example/>: it is asked for then. <date/> and <clipboard/> fill themselves.',
  writeFirst: 'Write the first',
} as const
