export const storeNotices = {
  damage: {
    empty: 'Beim Start von Parley war die Datei mit deinen Chats leer.',
    'found-in-use':
      'Während Parley lief, hat sich herausgestellt, dass die Datei mit deinen Chats beschädigt ist.',
    'log-broken':
      'Parley wurde zuletzt nicht normal beendet, und die Datei mit den neuesten Änderungen an deinen Chats (parley.db-wal) ist beschädigt.',
    'log-lost':
      'Parley wurde zuletzt nicht normal beendet, und die Datei mit den neuesten Änderungen an deinen Chats (parley.db-wal) fehlt.',
    missing: 'Beim Start von Parley fehlte die Datei mit deinen Chats.',
    unreadable:
      'Beim Start von Parley ließ sich die Datei mit deinen Chats nicht lesen, weil sie beschädigt ist.',
  },
  fileDamaged: 'Eine Datendatei von Parley ist beschädigt.',
  keptAs: 'Die beschädigte Datei wurde unverändert aufgehoben: {{path}}',
  lost: {
    afterNewest:
      'Die neueste verbliebene Nachricht ist vom {{time}}. Spätere fehlen vielleicht; wie viele, ist nicht bekannt.',
    atLeast_one: 'Mindestens {{count, number}} Nachricht ließ sich nicht retten: {{places}}.',
    atLeast_other: 'Mindestens {{count, number}} Nachrichten ließen sich nicht retten: {{places}}.',
    exactly_one: '{{count, number}} Nachricht ließ sich nicht retten: {{places}}.',
    exactly_other: '{{count, number}} Nachrichten ließen sich nicht retten: {{places}}.',
    inChat: '{{count, number}} in „{{title}}“',
    inMoreChats_one: 'weitere in {{count, number}} anderen Chat',
    inMoreChats_other: 'weitere in {{count, number}} anderen Chats',
    inUnknownChats: '{{count, number}} in Chats, die nicht mehr bekannt sind',
    noneLeft: 'Es sind keine Nachrichten übrig. Wie viel fehlt, ist daher nicht bekannt.',
    nothing: 'Soweit Parley feststellen kann, fehlt nichts.',
  },
  markdownFolder: {
    denied: 'Parley darf nicht in {{folder}} schreiben.',
    failed: 'Ein unerwarteter Fehler ist aufgetreten. Einzelheiten stehen im Protokoll.',
    full: 'Der Datenträger mit {{folder}} ist voll.',
    gone: '{{folder}} ist nicht zu finden. Ist der Datenträger verbunden?',
    inside: '{{folder}} gehört zu Parleys eigenen Daten. Wähle einen anderen Ordner.',
    retried:
      'Nichts geht verloren: Parley behält deine Chats und versucht es erneut. In den Einstellungen kannst du unter „Daten“ einen anderen Ordner wählen.',
    title: 'Die Markdown-Dateien deiner Chats sind nicht auf dem neuesten Stand.',
  },
  newestLost: 'Die neuesten Änderungen an deinen Chats fehlen vielleicht.',
  notRestored: {
    title: 'Die Sicherung konnte nicht wiederhergestellt werden.',
    unchanged: 'Deine Chats sind unverändert.',
  },
  drift: {
    better: '{{model}} besteht mehr deiner Prompts',
    what: 'Seit dem Lauf, mit dem „{{set}}“ verglichen wird, haben sich seine Antworten stärker geändert, als der Zufall erklärt. Öffne die Sammlung, um alle Läufe zu sehen.',
    worse: '{{model}} besteht weniger deiner Prompts',
  },
  olderLog: {
    title: 'Eine ältere Kopie der neuesten Änderungen wurde beiseitegelegt.',
    what: 'Neben der Datei mit deinen Chats lag ein älteres Protokoll (parley.db-wal), das neuere Chats verdeckt hätte. Soweit Parley feststellen kann, fehlt nichts.',
  },
  olderStore: {
    advice:
      'Wenn du ein Backup zurückgespielt hast, ist das zu erwarten. Andernfalls hat ein anderes Programm Dateien in Parleys Datenordner ersetzt. Unter „Einstellungen → Daten“ findest du Sicherungen, die neuer sein können.',
    title: 'Deine Chats sind älter als der Stand, den Parley zuletzt gespeichert hat.',
    what_one: 'Eine Änderung, die Parley gespeichert hatte, fehlt.',
    what_other: '{{count, number}} Änderungen, die Parley gespeichert hatte, fehlen.',
  },
  riskyFolder: {
    advice:
      'Verschiebe den Datenordner auf einen lokalen Datenträger und starte Parley mit diesem Ordner. Exporte und Sicherungen kannst du überall ablegen.',
    network: {
      title: 'Parleys Datenordner liegt auf einem Netzlaufwerk.',
      why: '{{folder}} liegt auf dem Datenträger eines anderen Computers. Deine Chats können beschädigt werden, wenn die Verbindung abbricht oder Parley auf zwei Computern läuft.',
    },
    synced: {
      title: 'Parleys Datenordner liegt in einem synchronisierten Ordner.',
      why: '{{folder}} wird auf andere Computer kopiert, während Parley darin schreibt. Deine Chats können dabei beschädigt oder durch ältere ersetzt werden.',
    },
  },
  recovered: {
    chats_one: '{{count, number}} Chat',
    chats_other: '{{count, number}} Chats',
    deletedMayBeBack:
      'Chats, die nach dieser Sicherung endgültig gelöscht wurden, sind vielleicht wieder da.',
    everythingBefore: 'Alles vor diesen Änderungen ist erhalten.',
    messages_one: '{{count, number}} Nachricht',
    messages_other: '{{count, number}} Nachrichten',
    noSnapshot: 'Es gab keine brauchbare Sicherung.',
    nothing: 'Aus der beschädigten Datei ließ sich nichts retten.',
    nothingNewer: 'Die beschädigte Datei enthielt nichts Neueres.',
    snapshot: 'Parley hat die Sicherung vom {{time}} mit {{messages}} wiederhergestellt.',
    snapshotWithoutTime: 'Parley hat eine Sicherung mit {{messages}} wiederhergestellt.',
    what: 'Aus der beschädigten Datei gerettet: {{what}}.',
  },
  repaired: 'Die Datei mit deinen Chats war beschädigt und wurde repariert.',
  repairedInPart: 'Die Datei mit deinen Chats war beschädigt. Einige Nachrichten fehlen vielleicht.',
  restored: {
    kept: 'Die bisherigen Chats bleiben als neueste Sicherung erhalten, die direkt vor der Wiederherstellung angelegt wurde.',
    title: 'Deine Chats wurden auf die Sicherung vom {{time}} zurückgesetzt.',
  },
  serverRestarted: {
    title: 'Parley hat den Server {{server}} neu gestartet.',
    why: 'Er hat einen abgebrochenen Aufruf nicht beendet.',
  },
  snapshotsFail: {
    retried: 'Parley versucht es automatisch erneut. Vorhandene Sicherungen bleiben erhalten.',
    title: 'Neue Sicherungen deiner Chats lassen sich nicht speichern.',
  },
} as const
