export const agents = {
  changes: {
    applied_one: '{{count, number}} Datei in {{folder}} übernommen.',
    applied_other: '{{count, number}} Dateien in {{folder}} übernommen.',
    applyAll: 'Alle übernehmen',
    applyChosen: '{{chosen}} von {{all}} übernehmen',
    applying: 'Wird übernommen …',
    applyOf: 'Änderungen von {{letter}} übernehmen',
    bar: 'Änderungen des Agenten',
    chooseFile: '{{path}} übernehmen',
    conflict:
      'Nichts wurde übernommen. Eine Datei in {{folder}} wurde an derselben Stelle geändert wie beim Agenten. Wähle sie ab und übernimm die anderen, oder mach ihre Änderung zuerst rückgängig. ({{reason}})',
    discardAll: 'Alle verwerfen',
    discardExplained:
      'Damit werden der Ordner {{folder}} des Agenten und alle nicht übernommenen Änderungen gelöscht.',
    discarded: 'Der Ordner des Agenten und die restlichen Änderungen wurden gelöscht.',
    discardQuestion: 'Diese Änderungen verwerfen?',
    from: 'In {{folder}}, dem eigenen Ordner des Agenten. {{target}} bleibt unverändert, bis du die Änderungen übernimmst.',
    hidden: 'Die Teilnehmer sind verborgen. Nach der Abstimmung kannst du Änderungen übernehmen.',
    isCut: 'Zu viele geänderte Dateien, um alle anzuzeigen. Übernimm diese, um die übrigen zu sehen.',
    looking: 'Änderungen werden gesucht …',
    many: '{{files}} geändert',
    naming_one:
      '{{count, number}} Datei verrät, welcher Agent sie geschrieben hat, und bleibt bis zum Aufdecken verborgen.',
    naming_other:
      '{{count, number}} Dateien verraten, welcher Agent sie geschrieben hat, und bleiben bis zum Aufdecken verborgen.',
    none: 'Keine Änderungen zu übernehmen.',
    panes: 'Bereiche mit Änderungen',
    review: 'Prüfen',
    reviewPane: 'Änderungen in Bereich {{letter}} prüfen',
    title: 'Änderungen prüfen',
    unknown: 'Die Änderungen des Agenten konnten nicht gelesen werden. {{reason}}',
  },
  check: {
    afterAnswers: 'Der Befehl kann laufen, sobald alle Antworten fertig sind.',
    asking: 'Wartet auf deine Erlaubnis außerhalb dieses Fensters …',
    bar: 'Test der Arbeit des Agenten',
    changedFiles:
      'Der Befehl hat Dateien in diesem Ordner geändert. Sie zählen zu den Änderungen des Agenten.',
    cut: 'Nur das Ende der Ausgabe wird angezeigt.',
    example: 'npm test',
    exited: 'Exit-Code {{code}}',
    explained:
      'Läuft nacheinander im eigenen Ordner jedes Agenten, unter deinem Benutzerkonto. Dabei kann auch Code laufen, den die Agenten geschrieben haben. Dateien, die der Befehl anlegt, zählen als Änderungen, wenn git sie nicht ignoriert.',
    limit: 'Zeitlimit je Ordner',
    minutes_one: '{{count, number}} Minute',
    minutes_other: '{{count, number}} Minuten',
    none: 'Noch nicht getestet.',
    open: 'Testen',
    outdated: 'Seit diesem Test wurden Dateien geändert.',
    output: 'Ausgabe von {{command}}',
    passed: 'Bestanden',
    results: 'Ergebnisse',
    run_one: 'In {{count, number}} Ordner ausführen',
    run_other: 'In {{count, number}} Ordnern ausführen',
    running: 'Wird getestet …',
    signal: 'Durch ein Signal beendet',
    timedOut: 'Zeitlimit erreicht',
    title: 'Arbeit der Agenten testen',
  },
  folder: {
    chooseDialog: 'Durchsuchen …',
    confirm: 'Ordner erlauben',
    full: 'Arbeitet in {{path}}',
    imported:
      'Dieser Ordner stammt aus einer importierten Datei. Agenten arbeiten darin, sobald du es erlaubst.',
    hasChanges: 'Git-Repository mit nicht committeten Änderungen. In einem Worktree fehlen sie.',
    isFolder: 'Kein Git-Repository oder noch ohne Commits.',
    isRepository: 'Git-Repository ohne nicht committete Änderungen.',
    missing: 'Diesen Ordner gibt es nicht.',
    named: 'Ordner: {{name}}',
    noDialog: 'Hier ist keine Ordnerauswahl verfügbar. Gib den Pfad ein.',
    placeholder: '/pfad/zum/ordner',
    several: 'Mehrere Ordner',
    title: 'Arbeitsordner',
    unconfirmed: 'Ordner: {{name}}, noch nicht erlaubt',
    useShort: 'Verwenden',
  },
  guard: {
    asRoot: {
      asks: 'Parley läuft als root. Dort überspringt {{agent}} keine Rückfragen: Dateien werden ohne Rückfrage geändert, Befehle nur nach Rückfrage ausgeführt. In einem Container kannst du in den Einstellungen die Umgebungsvariable IS_SANDBOX auf 1 setzen.',
      refuses:
        'Parley läuft als root. Dort startet {{agent}} nicht mit Vollzugriff. Wähle eine andere Berechtigung oder setze in einem Container in den Einstellungen die Umgebungsvariable IS_SANDBOX auf 1.',
    },
    folderSettings: 'Programme, die in {{files}} im Ordner eingetragen sind, starten trotzdem.',
    named: '{{agents}}: {{words}}',
    'read-only': {
      nobody: 'Keine Einschränkungen.',
      sandbox: 'Vom Betriebssystem durchgesetzt, auch für jedes Programm, das der Agent startet.',
      tools: 'Die Werkzeuge des Agenten halten sich daran; Parley kann es nicht erzwingen.',
    },
    unlimited: {
      nobody: 'Keine Einschränkungen.',
      sandbox: 'Nur vom Betriebssystem eingeschränkt.',
      tools: 'Nur durch die Werkzeuge des Agenten eingeschränkt.',
    },
    'workspace-write': {
      nobody: 'Keine Einschränkungen.',
      sandbox:
        'Das Betriebssystem hindert den Agenten und jedes Programm, das er startet, daran, außerhalb des Ordners etwas zu ändern.',
      tools:
        'Die Werkzeuge des Agenten fragen, bevor sie mehr tun. Programme, die er startet, sind nicht eingeschränkt und können überall schreiben.',
    },
  },
  install: {
    command: 'Installationsbefehl für {{name}}',
    explained:
      'Führe diesen Befehl in einem Terminal aus. {{name}} führt dich dann durch alles Weitere, etwa die Anmeldung.',
    found: '{{name}} {{version}} ist installiert.',
    how: 'Installieren',
    lookAgain: 'Erneut prüfen',
    notFound:
      '{{name}} wurde nicht gefunden. Nach der Installation musst du vielleicht ein neues Terminal öffnen.',
    setPath: 'Schon installiert?',
    title: '{{name}} installieren',
  },
  isolation: {
    copy: 'Kopie',
    copyExplained:
      'Der ganze Ordner, auch Dateien, die nicht in Git sind. Prüfe die Änderungen und übernimm, was du möchtest.',
    named: 'Arbeitet in: {{where}}',
    needsRepository: 'Braucht ein Git-Repository mit mindestens einem Commit.',
    paneNote:
      'In einem Vergleich bekommt jeder Agent, der schreiben darf, einen eigenen Ordner. So ändern keine zwei dieselben Dateien.',
    same: 'Originalordner',
    sameExplained: 'Änderungen erfolgen direkt an deinen Dateien.',
    several: 'Mehrere Orte',
    title: 'Wo der Agent arbeitet',
    withoutChanges: 'Deine nicht committeten Änderungen fehlen darin.',
    worktree: 'Git-Worktree',
    worktreeExplained:
      'Committete Dateien in einem eigenen Ordner. Prüfe die Änderungen und übernimm, was du möchtest.',
  },
  kept: {
    noFiles: 'Dateien, die seine Befehle geändert haben, werden nicht wiederhergestellt.',
    stays_one:
      '{{count, number}} von {{agent}} geänderte Datei wird nicht wiederhergestellt, und die Wirkung der ausgeführten Befehle bleibt.',
    stays_other:
      '{{count, number}} von {{agent}} geänderte Dateien werden nicht wiederhergestellt, und die Wirkung der ausgeführten Befehle bleibt.',
    startsAnew: '{{agent}} beginnt mit dem Rest dieses Chats von vorn.',
  },
  line: {
    allPanes: 'Alle Bereiche mit Agenten',
    label: 'Agentenoptionen',
  },
  permission: {
    named: 'Berechtigung: {{permission}}',
    'read-only': 'Nur lesen',
    'read-onlyExplained':
      'Liest Dateien und antwortet. Alles andere wird abgelehnt oder braucht deine Erlaubnis.',
    'read-onlyShort': 'nur lesen',
    several: 'Unterschiedlich',
    title: 'Berechtigung des Agenten',
    unlimited: 'Vollzugriff',
    unlimitedExplained:
      'Ändert und startet überall alles, was auch du kannst, ohne zu fragen. Parley fragt dich einmal pro Ordner.',
    unlimitedShort: 'Vollzugriff',
    'workspace-write': 'Darf Dateien ändern',
    'workspace-writeExplained': 'Ändert Dateien in seinem Ordner. Fragt, bevor er mehr tut.',
    'workspace-writeShort': 'darf ändern',
  },
  settings: {
    withheld:
      '{{name}} erhält diese Variablen nicht, mit denen Parley gestartet wurde und die Schlüssel enthalten können: {{names}}',
    pass: 'Übergeben',
    passNamed: '{{names}} an {{name}} übergeben',
    adapterMissing:
      '{{adapter}} ist nicht installiert. Damit kann der Agent fragen, bevor er handelt, und mehr von seiner Arbeit zeigen:',
    address: 'Serveradresse',
    addressHint: 'Standard des Agenten',
    addVariable: 'Variable hinzufügen',
    byLines: 'Parley liest seine JSON-Ausgabe.',
    byProtocol: 'Verwendet das Agent Client Protocol.',
    byProtocolWith: 'Verwendet das Agent Client Protocol über {{adapter}}.',
    custom: 'Angepasst',
    editNamed: 'Ändern, wie {{name}} startet',
    form: 'Wie {{name}} startet',
    guards: 'Wie jede Berechtigung durchgesetzt wird',
    keys: 'Parley gibt deine Anbieter-Schlüssel nie automatisch an einen Agenten weiter. Jeder Agent meldet sich selbst an oder verwendet einen Schlüssel, den du als Umgebungsvariable einträgst.',
    newVariable: 'Neue Variable',
    notInstalled: 'Nicht installiert',
    ownPlace: 'Automatisch erkannt, wenn leer',
    replaceValue: 'Leer lassen, um ihn zu behalten',
    saving: 'Wartet auf deine Erlaubnis …',
    value: 'Wert von {{name}}',
    valueOfNew: 'Wert',
    variableName: 'Variablenname',
    variables: 'Umgebungsvariablen',
    variablesGoTo:
      'Parley gibt Werte nur an {{program}} weiter. Wohin sie von dort geschickt werden, entscheidet das Programm.',
    variablesHint: 'Werte werden nach dem Speichern nie wieder angezeigt.',
    version: 'Version {{version}}',
    versionUnknown: 'Installiert, Version unbekannt',
    willBeAsked:
      'Bevor sich etwas ändert, zeigt dir Parley genau, was gestartet würde, und bittet um deine Erlaubnis.',
    wrongVariable:
      'Variablennamen dürfen nur Buchstaben, Ziffern und Unterstriche enthalten und nicht mit einer Ziffer beginnen.',
  },
} as const
