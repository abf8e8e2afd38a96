/** Saving, editing and using prompts. */
export const prompts = {
  changesNotSaved: 'Nicht gespeicherte Änderungen',
  deleted: 'Gelöscht: „{{name}}“',
  editor: {
    project: 'Verfügbar in',
    everywhere: 'Allen Chats',
    asksFor: 'Fragt nach <names/>',
    clear: 'Leeren',
    exampleName: 'ein Name',
    fillsIn: 'Setzt ein: <names/>',
    howToAsk:
      'Schreibe <example/> für jeden Wert, der abgefragt werden soll. <date/> und <clipboard/> werden automatisch ausgefüllt.',
    nameHint: 'Was du nach /prompt eingibst',
    saving: 'Wird gespeichert …',
    undoChanges: 'Änderungen verwerfen',
  },
  form: {
    insert: 'Einfügen',
    keys: 'Weiter mit Enter, neue Zeile mit Umschalt+Enter',
  },
  new: 'Neuer Prompt',
  notSaved: 'Noch nicht gespeichert',
  reading: 'Deine Prompts werden geladen …',
  search: 'Prompts suchen',
  whatTheyAre:
    'Ein Prompt ist ein Text, den du speicherst und wiederverwendest. Gib dazu im Nachrichtenfeld <command>/prompt</command> und seinen Namen ein.',
  whatVariablesAre:
    'Schreibe <example/> für einen Wert, den du jedes Mal eingibst. <date/> und <clipboard/> werden automatisch ausgefüllt.',
  writeFirst: 'Prompt schreiben',
} as const
