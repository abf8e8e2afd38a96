export const notices = {
  banner: {
    problem: 'Problem',
    notice: 'Hinweis',
    notifications: 'Mitteilungen',
    details: 'Details',
    hide: 'Ausblenden',
    hideHint: 'Ausblenden, bis etwas anderes ausfällt',
    isRead: 'Ich habe es gelesen',
    moreWaiting: '{{number}} weitere',
  },
  connection: {
    restarting: 'Wird neu gestartet …',
    restartingRest: 'Laufende Antworten werden zuerst gesichert. Entwürfe bleiben.',
    reconnecting: 'Wird neu verbunden …',
    startedAnew: 'Parley wird neu gestartet. Was du schreibst, bleibt hier erhalten.',
    unreachable:
      'Parley ist nicht erreichbar. Was du schreibst, bleibt hier erhalten. Wenn Parley beendet wurde, starte es neu: Es öffnet ein neues Fenster.',
  },
  host: {
    keysLocked: 'Gespeicherte API-Schlüssel lassen sich gerade nicht öffnen.',
    keysLockedRest:
      'Der Schlüsselspeicher deines Systems hat sie nicht geöffnet. Ist er gesperrt, entsperre ihn und starte Parley neu; sonst gib die Schlüssel noch einmal ein. Gelöscht wurde nichts.',
    later: 'Später',
    restart: 'Jetzt neu starten',
    unsandboxed: 'Parley läuft ohne die Sandbox von Chromium.',
    unsandboxedRest:
      'Es wurde mit --no-sandbox gestartet, wie es das AppImage tut, wo User-Namespaces verboten sind. Das deb-Paket behält die Sandbox.',
    updateReady: 'Parley {{version}} kann installiert werden.',
    updateReadyRest:
      'Laufende Antworten werden zuerst gespeichert. Sonst wird die Version beim Beenden installiert.',
  },
  offer: {
    question:
      'Eine Antwort wurde fertig, während du woanders warst. Soll Parley dir das nächste Mal Bescheid geben?',
    no: 'Nein',
    yes: 'Bescheid geben',
  },
  problem: {
    since: 'Seit {{time}}',
    sinceAndMore: 'Zuerst um {{time}}; danach noch {{number}}-mal',
    copyingWorks: 'Was zu sehen ist, lässt sich noch kopieren; die Einstellungen funktionieren noch.',
    restWorks: 'Was du siehst, ist vielleicht nicht mehr aktuell; alles andere läuft weiter.',
    runs: 'Neue Antworten können nicht beginnen.',
    runsRest: 'Lesen, Kopieren und die Einstellungen funktionieren noch.',
    disk: 'Das Laufwerk ist fast voll.',
    diskRest: 'Noch funktioniert alles. Gib Platz frei, bevor nichts mehr gesichert werden kann.',
    inWindow: 'In einem Fenster von Parley ist etwas fehlgeschlagen.',
    otherWindow: 'Ein anderes Fenster von Parley reagiert nicht.',
    otherWindowRest: 'Dieses läuft weiter.',
    app: 'In Parley ist etwas fehlgeschlagen.',
    storeDamaged: 'Die Datei mit deinen Chats ist nicht lesbar.',
    store: 'Chats können gerade weder gelesen noch gesichert werden.',
    storeBusy:
      'Nichts Neues kann gesichert werden: Ein anderes Programm hält die Datei mit deinen Chats fest.',
    storeDisk: 'Nichts Neues kann gesichert werden: Das Laufwerk funktioniert nicht.',
    storeFull: 'Nichts Neues kann gesichert werden: Das Laufwerk ist voll.',
    storeFullRest: 'Lesen und Kopieren funktionieren noch. Gib Platz frei, dann geht es von selbst weiter.',
  },
  done: {
    ready: 'Die Antwort ist fertig',
    answersReady_one: '{{count}} Antwort ist fertig',
    answersReady_other: '{{count}} Antworten sind fertig',
    allPanes_one: '{{count}} Bereich ist fertig',
    allPanes_other: 'Alle {{count}} Bereiche sind fertig',
    somePanes_one: '{{count}} Bereich ist fertig, {{failed}} fehlgeschlagen',
    somePanes_other: '{{count}} Bereiche sind fertig, {{failed}} fehlgeschlagen',
    asks: 'Fragt: {{title}}',
  },
  wire: {
    lost: 'Die Verbindung zu Parley ist abgebrochen. Versuche es noch einmal.',
    unreachable: 'Parley ist nicht erreichbar. Versuche es gleich noch einmal.',
    tooLarge: 'Die Eingabe ist zu groß zum Senden.',
  },
} as const
