export const notices = {
  banner: {
    problem: 'Problem',
    notice: 'Hinweis',
    notifications: 'Mitteilungen',
    details: 'Details',
    hideHint: 'Ausblenden, bis etwas anderes ausfällt',
    moreWaiting: '{{number}} weitere',
  },
  confirmation: {
    'agent-settings': 'Programm, Adresse oder Variablen eines Agenten ändern?',
    'unlimited-agent': 'Einem Agenten Vollzugriff geben?',
    'start-server': 'Einen MCP-Server starten?',
    'check-command': 'Einen Befehl ausführen, der die Arbeit der Agenten prüft?',
    'set-commands': 'Eine Prompt-Sammlung Befehle ausführen lassen?',
    'knowledge-folder': 'Die Modelle eines Projekts einen Ordner lesen lassen?',
    'open-page': 'Eine Seite für einen MCP-Server öffnen?',
    'answer-page': 'Eine Seite aus einer Antwort in deinem Browser öffnen?',
  },
  connection: {
    restarting: 'Wird neu gestartet …',
    restartingRest: 'Laufende Antworten werden zuerst gespeichert. Entwürfe bleiben erhalten.',
    reconnecting: 'Wird neu verbunden …',
    startedAnew: 'Parley wird neu gestartet. Was du hier schreibst, bleibt erhalten.',
    unreachable:
      'Parley ist nicht erreichbar. Was du hier schreibst, bleibt erhalten. Wenn Parley beendet wurde, starte es erneut. Dann öffnet sich ein neues Fenster.',
  },
  host: {
    keysLocked: 'Gespeicherte API-Schlüssel lassen sich gerade nicht lesen.',
    keysLockedRest:
      'Der Schlüsselspeicher deines Systems hat den Zugriff verweigert. Ist er gesperrt, entsperre ihn und starte Parley neu. Andernfalls gib deine Schlüssel erneut ein. Es wurde nichts gelöscht.',
    later: 'Später',
    restart: 'Jetzt neu starten',
    quickKeysTaken: 'Das System erlaubt {{keys}} nicht, oder ein anderes Programm verwendet sie.',
    quickKeysTakenRest:
      'Das Schnellfenster lässt sich mit diesen Tasten nicht öffnen. Wähle andere in den Einstellungen unter „Tastenkurzbefehle“.',
    unsandboxed: 'Parley läuft ohne die Sandbox von Chromium.',
    unsandboxedRest:
      'Es wurde mit --no-sandbox gestartet, wie das AppImage auf Systemen, die User-Namespaces verbieten. Das deb-Paket behält die Sandbox.',
    updateReady: 'Parley {{version}} kann installiert werden.',
    updateReadyRest:
      'Ein Neustart speichert zuerst laufende Antworten. Andernfalls wird das Update beim Beenden installiert.',
  },
  offer: {
    question: 'Eine Antwort wurde fertig, während du weg warst. Beim nächsten Mal benachrichtigen?',
    yes: 'Benachrichtigen',
  },
  problem: {
    since: 'Seit {{time}}',
    sinceAndMore: 'Zuerst um {{time}}, danach noch {{number}}-mal',
    copyingWorks: 'Du kannst noch kopieren, was zu sehen ist, und die Einstellungen öffnen.',
    restWorks: 'Was du siehst, ist vielleicht nicht mehr aktuell. Alles andere funktioniert weiter.',
    runs: 'Neue Antworten können nicht starten.',
    runsRest: 'Du kannst noch lesen, kopieren und die Einstellungen öffnen.',
    disk: 'Das Laufwerk ist fast voll.',
    diskRest: 'Noch funktioniert alles. Gib Speicherplatz frei, bevor das Speichern fehlschlägt.',
    inWindow: 'In einem Fenster von Parley ist etwas fehlgeschlagen.',
    otherWindow: 'Ein anderes Fenster von Parley reagiert nicht.',
    otherWindowRest: 'Dieses funktioniert weiter.',
    app: 'In Parley ist etwas fehlgeschlagen.',
    storeDamaged: 'Die Datei mit deinen Chats ist nicht lesbar.',
    store: 'Chats können gerade weder gelesen noch gespeichert werden.',
    storeBusy:
      'Nichts Neues kann gespeichert werden: Ein anderes Programm verwendet die Datei mit deinen Chats.',
    storeDisk: 'Nichts Neues kann gespeichert werden: Das Laufwerk funktioniert nicht.',
    storeFull: 'Nichts Neues kann gespeichert werden: Das Laufwerk ist voll.',
    storeFullRest:
      'Lesen und Kopieren funktionieren noch. Gib Speicherplatz frei, dann wird automatisch wieder gespeichert.',
  },
  done: {
    ready: 'Die Antwort ist fertig',
    answersReady_one: '{{count}} Antwort ist fertig',
    answersReady_other: '{{count}} Antworten sind fertig',
    allPanes_one: '{{count}} Bereich ist fertig',
    allPanes_other: 'Alle {{count}} Bereiche sind fertig',
    somePanes_one: '{{count}} Bereich ist fertig, {{failed}} fehlgeschlagen',
    somePanes_other: '{{count}} Bereiche sind fertig, {{failed}} fehlgeschlagen',
    asks: 'Braucht deine Eingabe: {{title}}',
  },
} as const
