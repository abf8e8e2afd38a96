export const host = {
  confirm: {
    allow: 'Erlauben',
    allowed: 'Erlaubt. Du kannst diese Seite schließen und zu Parley zurückkehren.',
    answerPageConsequence:
      'Ein Modell hat diese Seite geschrieben. In deinem Browser hält Parley sie nicht mehr zurück: Sie kann auf das Internet zugreifen und alles tun, was Seiten dort dürfen.',
    answerPageQuestion: 'Diese Seite in deinem Browser öffnen?',
    checkConsequence:
      'Parley führt diesen Befehl unter deinem Benutzerkonto in einer Shell aus, und zwar nicht in diesem Ordner, sondern in den eigenen Ordnern, in denen die Agenten des Vergleichs arbeiten. Dabei kann auch Code laufen, den die Agenten geschrieben haben. Bis zum nächsten Start fragt Parley bei diesem Befehl nicht noch einmal.',
    checkQuestion: 'Mit diesem Befehl die Arbeit der Agenten testen?',
    cut: ' [… {{hidden, number}} von {{total, number}} Zeichen nicht angezeigt …] ',
    knowledgeConsequence:
      'Parley liest die Textdateien in diesem Ordner und seinen Unterordnern, außer versteckten. Was zu einer Frage passt, bekommen die Modelle des Projekts. Das gilt auch für Dateien, die du später hinzufügst oder änderst.',
    knowledgeQuestion: 'Diesen Ordner als Wissen eines Projekts verwenden?',
    loadingVariable:
      'Achtung: Diese Variable kann anderen Code ausführen lassen oder Daten anderswohin leiten',
    over: 'Diese Anfrage wurde bereits beantwortet oder zurückgezogen. Du kannst diese Seite schließen.',
    pageAllowed: 'Erlaubt. Öffne diese Seite und kehre dann zu Parley zurück.',
    pageConsequence:
      'Ein MCP-Server bittet dich, diese Adresse zu öffnen, zum Beispiel zum Anmelden. Fahre nur fort, wenn du das erwartet hast und die Adresse kennst.',
    pageQuestion: 'Diese Seite für einen MCP-Server öffnen?',
    refused: 'Abgelehnt. Du kannst diese Seite schließen und zu Parley zurückkehren.',
    server: 'Server',
    serverConsequence:
      'Parley führt diesen Befehl unter deinem Benutzerkonto aus, sooft der Server gebraucht wird. Er kann alles, was du auf diesem Computer kannst. Erlaube das nur, wenn du dem Programm vertraust und diesen Server selbst hinzugefügt hast.',
    serverQuestion: 'Den MCP-Server {{server}} starten?',
    setConsequence:
      'Nach jeder Antwort eines Agenten führt Parley die Befehle ihrer Prüfungen unter deinem Benutzerkonto in einer Shell aus, und zwar nicht in diesem Ordner, sondern in dem eigenen Ordner, in dem der Agent arbeitet. Dabei kann auch Code laufen, den der Agent geschrieben hat. Wenn du den Lauf fortsetzt, fragt Parley noch einmal.',
    setQuestion: 'Diese Befehle während des Laufs der Prompt-Sammlung ausführen?',
    settingsConsequence:
      'Parley startet {{agent}} genau so, wie hier angezeigt. Erlaube das nur, wenn diese Änderung von dir stammt.',
    settingsQuestion: 'Ändern, wie {{agent}} startet?',
    signedIn: 'Parley hat die Antwort. Du kannst diese Seite schließen und zu Parley zurückkehren.',
    tokenHost: 'Schließt die Anmeldung ab',
    unlimitedConsequence:
      '{{agent}} kann dann jede deiner Dateien ändern oder löschen, in diesem Ordner und überall sonst, jedes Programm ausführen und das Netzwerk nutzen, alles ohne zu fragen. Parley merkt sich das für den Ordner.',
    unlimitedQuestion: '{{agent}} Vollzugriff geben?',
    variable: 'Variable',
  },
  keyStore: {
    detail:
      'Vielleicht fragt er in einem anderen Fenster nach einem Passwort. Mit ihm liest und speichert Parley deine API-Schlüssel.',
    startWithout: 'Ohne gespeicherte Schlüssel starten',
    wait: 'Weiter warten',
    waiting: 'Parley wartet auf den Schlüsselspeicher deines Systems',
  },
  link: {
    question: 'Diesen Link außerhalb von Parley öffnen?',
  },
  menu: {
    about: 'Über Parley',
    bringAllToFront: 'Alle nach vorne bringen',
    close: 'Fenster schließen',
    commandPalette: 'Suche und Befehle …',
    copy: 'Kopieren',
    cut: 'Ausschneiden',
    delete: 'Löschen',
    edit: '&Bearbeiten',
    file: '&Datei',
    fullScreen: 'Vollbild ein/aus',
    help: '&Hilfe',
    hide: 'Parley ausblenden',
    hideOthers: 'Andere ausblenden',
    keyboardShortcuts: 'Tastenkurzbefehle',
    minimize: 'Minimieren',
    newChat: 'Neuer Chat',
    newCompare: 'Neuer Vergleich',
    newWindow: 'Neues Fenster',
    paste: 'Einfügen',
    pasteAndMatchStyle: 'Einfügen und Stil anpassen',
    quit: 'Parley beenden',
    redo: 'Wiederholen',
    reload: 'Neu laden',
    resetZoom: 'Originalgröße',
    selectAll: 'Alles auswählen',
    services: 'Dienste',
    settings: 'Einstellungen …',
    showAll: 'Alle einblenden',
    showDataFolder: 'Datenordner anzeigen',
    speech: 'Sprachausgabe',
    startSpeaking: 'Sprachausgabe starten',
    stopSpeaking: 'Sprachausgabe stoppen',
    toggleDevTools: 'Entwicklerwerkzeuge ein/aus',
    undo: 'Rückgängig',
    view: '&Ansicht',
    window: '&Fenster',
    zoom: 'Zoomen',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
  },
  page: {
    addressUsed:
      'Diese Adresse wurde bereits verwendet oder ist abgelaufen. Verwende das offene Fenster oder starte Parley erneut.',
    notAhead: 'Diese Seite kann nicht im Voraus geladen werden. Öffne ihre Adresse direkt.',
    noAddress:
      'Diese Seite öffnet sich nur über die Adresse, die Parley beim Start ausgegeben oder geöffnet hat.',
    nothing: 'Seite nicht gefunden.',
    restarting: 'Parley wird neu gestartet.',
    unanswered: 'Parley konnte diese Anfrage nicht verarbeiten. Einzelheiten stehen im Protokoll.',
  },
  spelling: {
    learn: '„{{word}}“ zum Wörterbuch hinzufügen',
    noGuesses: 'Keine Vorschläge',
  },
  save: {
    title: 'Datei speichern',
  },
  start: {
    failed: 'Parley konnte nicht starten',
  },
  tray: {
    quit: 'Beenden',
    show: 'Parley anzeigen',
  },
  window: {
    crashed: 'Das Fenster ist zweimal hintereinander abgestürzt',
    detail: 'Deine Chats sind gespeichert. Laufende Antworten werden fortgesetzt.',
    notLoaded: 'Das Fenster konnte nicht geladen werden',
    quit: 'Parley beenden',
  },
} as const
