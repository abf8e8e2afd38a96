/** Refused requests about coding agents, as in `en/errors/agent-input.ts`. */
export const agentInputErrors = {
  'agent-as-model': {
    what: 'Coding-Agenten haben eigene Werkzeuge.',
    fix: 'Rufe das Werkzeug auf, das wie der Agent heißt.',
  },
  'agent-folder-changed': {
    what: 'Nichts wurde übernommen: {{folder}} wurde an denselben Stellen geändert wie die Kopie des Agenten ({{conflict}}).',
  },
  'agent-folder-imported': {
    what: 'Der Ordner {{folder}} stammt aus einer importierten Datei.',
    fix: 'Erlaube ihn, bevor ein Agent darin arbeitet.',
  },
  'agent-folder-in-data': {
    what: '{{folder}} liegt in den eigenen Daten von Parley.',
    fix: 'Wähle einen anderen Ordner für den Agenten.',
  },
  'agent-folder-large': {
    what: 'Der Ordner hat mehr als {{files, number}} Dateien oder {{gibibytes}} GiB und ist damit zu groß zum Kopieren.',
    fix: 'Wähle einen Git-Worktree oder einen kleineren Ordner.',
  },
  'agent-folder-needed': { what: '{{agent}} arbeitet in einem Ordner.', fix: 'Wähle zuerst einen.' },
  'agent-folder-none': { what: 'Der Agent hat hier keinen eigenen Ordner.' },
  'agent-folder-not-absolute': {
    what: 'Der Pfad des Ordners ist nicht absolut.',
    fix: 'Gib den vollständigen Pfad ein.',
  },
  'agent-folder-not-chosen': {
    what: 'Es ist kein Ordner gewählt.',
    fix: 'Wähle zuerst einen Ordner für den Agenten.',
  },
  'agent-folder-not-found': {
    what: 'Der Ordner {{folder}} wurde nicht gefunden.',
    fix: 'Wähle einen anderen Ordner für den Agenten.',
  },
  'agent-folder-pending': {
    what: 'Der eigene Ordner {{workFolder}} des Agenten, angelegt aus {{folder}}, enthält Änderungen, die noch nicht übernommen wurden.',
    fix: 'Übernimm oder verwirf sie zuerst.',
  },
  'agent-isolation-pane': {
    what: 'In einem Vergleich braucht jeder Agent, der schreiben darf, einen eigenen Ordner.',
    fix: 'Wähle einen Worktree oder eine Kopie, oder lass den Agenten nur lesen.',
  },
  'agent-isolation-unavailable': { what: 'Der Agent kann hier keinen eigenen Ordner bekommen.' },
  'agent-name': {
    what: '„{{name}}“ lässt sich nicht an einen Agenten übergeben.',
    fix: 'Wähle einen anderen Namen.',
  },
  'agent-program-not-absolute': {
    what: 'Der Pfad des Programms ist nicht absolut.',
    fix: 'Gib den vollständigen Pfad ein.',
  },
  'agent-program-not-found': {
    what: 'Unter diesem Pfad wurde kein Programm gefunden, das sich starten lässt.',
  },
  'agent-unlimited': {
    what: 'Dieser Server erlaubt keinen Vollzugriff.',
    fix: 'Starte ihn mit --allow-unlimited, um ihn zu erlauben.',
  },
  'agent-variable-character': {
    what: 'Der Wert von {{name}} enthält ein ungültiges Zeichen.',
  },
  'agent-variable-reserved': {
    what: '{{name}} ist für Parley reserviert.',
    fix: 'Wähle einen anderen Namen.',
  },
  'agent-worktree': {
    what: 'Git konnte keinen Worktree von {{folder}} anlegen.',
    fix: 'Wähle stattdessen eine Kopie.',
  },
  'agent-worktree-elsewhere': {
    what: '{{folder}} liegt nicht dort, wo sein Git-Repository ihn erwartet.',
    fix: 'Wähle stattdessen eine Kopie.',
  },
  'change-replaces-another': {
    what: 'Eine gewählte Änderung ersetzt {{path}}.',
    fix: 'Wähle auch {{path}}.',
  },
  'changes-not-reviewed': {
    what: 'Das sind nicht die Änderungen, die du geprüft hast.',
    fix: 'Prüfe sie noch einmal.',
  },
} as const
