/** The prompts that are kept, written and used. */
export const prompts = {
  changesNotSaved: 'Änderungen noch nicht gesichert',
  deleted: '„{{name}}“ gelöscht',
  editor: {
    asksFor: 'Fragt nach <names/>',
    clear: 'Leeren',
    exampleName: 'ein Name',
    fillsIn: 'Setzt ein: <names/>',
    howToAsk:
      'Schreibe <example/> für das, wonach gefragt werden soll. <date/> und <clipboard/> füllen sich von selbst.',
    name: 'Name',
    nameHint: 'Wie du ihn aufrufst',
    saving: 'Wird gesichert …',
    text: 'Text',
    undoChanges: 'Änderungen verwerfen',
  },
  enterUses: 'Enter verwendet ihn',
  form: {
    insert: 'Einfügen',
    keys: 'Enter geht weiter, Umschalt+Enter bricht die Zeile um',
  },
  new: 'Neuer Prompt',
  noneFound: 'Keiner enthält diese Wörter.',
  notSaved: 'Noch nicht gesichert',
  reading: 'Deine Prompts werden gelesen …',
  search: 'Prompts suchen',
  searchHint: 'Suchen',
  title: 'Prompts',
  whatTheyAre:
    'Ein Prompt ist ein Text, den du aufhebst und wieder verwendest. Gib dort, wo du eine Nachricht schreibst, <command>/prompt</command> und seinen Namen ein.',
  whatVariablesAre:
    'Wo etwas eingesetzt werden soll, schreibe <example/>: Beim Verwenden wirst du danach gefragt. <date/> und <clipboard/> füllen sich von selbst.',
  writeFirst: 'Den ersten schreiben',
} as const
