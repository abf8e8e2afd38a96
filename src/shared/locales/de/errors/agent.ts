/** Errors of coding agents, as in `en/errors/agent.ts`. */
export const agentErrors = {
  AGENT_FAILED: {
    cancelled: {
      what: '{{providerName}} hat die Antwort abgebrochen.',
      kept: 'Der bisherige Text bleibt erhalten.',
    },
    'changes-mode': {
      what: '{{providerName}} hat in einen Modus mit mehr Rechten gewechselt, als du gewählt hast. Gestoppt.',
      fix: 'Wenn du das möchtest, wähle eine höhere Berechtigung.',
    },
    'disk-full': {
      what: 'Auf dem Laufwerk ist kein Platz mehr für den eigenen Ordner des Agenten.',
      fix: 'Gib Speicherplatz frei oder lass den Agenten im Originalordner arbeiten.',
    },
    exited: {
      what: '{{providerName}} hat sich beendet, bevor die Antwort vollständig war.',
      kept: 'Der bisherige Text bleibt erhalten.',
    },
    failed: { what: 'In {{providerName}} ist ein Fehler aufgetreten.', fix: 'Versuche es erneut.' },
    files: {
      what: 'Die Dateien, die der Agent braucht, konnten nicht geschrieben werden.',
      fix: 'Prüfe, ob das Laufwerk freien Platz hat und ob Parley in seinen Datenordner schreiben kann.',
    },
    git: { what: 'Git konnte den Ordner des Agenten nicht vorbereiten oder lesen.' },
    interrupted: {
      what: '{{providerName}} wurde von einem anderen Programm unterbrochen.',
      kept: 'Der bisherige Text bleibt erhalten.',
    },
    mode: {
      what: '{{providerName}} kann mit der gewählten Berechtigung nicht arbeiten. Es wurde nichts gesendet.',
      fix: 'Wähle eine andere Berechtigung oder aktualisiere {{providerName}}.',
    },
    'no-folder': {
      what: 'Der Ordner {{folder}} wurde nicht gefunden oder lässt sich nicht öffnen.',
      fix: 'Wähle einen anderen Ordner für den Agenten.',
    },
    'no-git': {
      what: 'Git wurde nicht gefunden. Ohne Git kann der Agent keinen eigenen Ordner bekommen.',
      fix: 'Installiere Git oder lass den Agenten im Originalordner arbeiten.',
    },
    'batch-argument': {
      what: '{{executable}} ist eine Batchdatei, der Windows „{{argument}}“ nicht sicher übergeben kann.',
      fix: 'Vermeide Prozentzeichen und Zeilenumbrüche, oder verwende ein Programm, das keine Batchdatei ist.',
    },
    'not-allowed': {
      what: 'Du hast keinen Vollzugriff erlaubt, darum wurde {{providerName}} nicht gestartet.',
      fix: 'Sende die Nachricht noch einmal, um wieder gefragt zu werden, oder wähle eine niedrigere Berechtigung.',
    },
    'not-ended': {
      what: 'Einige Prozesse eines Agenten ließen sich nicht beenden: {{pids}}.',
      fix: 'Beende sie selbst oder starte den Computer neu.',
    },
    'not-started': {
      what: '{{executable}} konnte nicht gestartet werden ({{detail}}).',
      fix: 'Prüfe in einem Terminal, ob das Programm läuft, oder installiere es neu.',
    },
    'session-lost': {
      what: '{{providerName}} kennt die Sitzung dieses Chats nicht mehr.',
      fix: 'Frag noch einmal. Damit beginnt eine neue Sitzung, die den bisherigen Chat enthält.',
    },
    'variables-unreadable': {
      what: 'Parley konnte die Umgebungsvariablen in {{file}} nicht lesen und hat {{providerName}} deshalb nicht gestartet.',
      fix: 'Sie könnten deine Anfragen und deinen Schlüssel an einen anderen Server leiten. Benenne die Datei um oder wähle einen anderen Ordner.',
    },
    'conversation-lost': {
      what: 'Diese Unterhaltung wurde nicht gefunden: Der Agent kennt sie nicht mehr.',
      fix: 'Rufe ihn noch einmal ohne continuation_id auf und gib im Prompt an, was er wissen muss.',
    },
    unreadable: {
      what: '{{providerName}} hat etwas ausgegeben, das Parley nicht lesen konnte.',
      kept: 'Der Text davor bleibt erhalten.',
      fix: 'Versuche es erneut oder aktualisiere {{providerName}}.',
    },
    workspace: {
      what: 'Der eigene Ordner des Agenten konnte nicht angelegt oder gelesen werden ({{detail}}).',
      fix: 'Prüfe, ob Parley den Ordner lesen und in seinen Datenordner schreiben kann.',
    },
  },
  AGENT_NOT_INSTALLED: {
    adapter: {
      what: 'Der Adapter für {{providerName}} ist nicht installiert.',
      fix: 'Installiere ihn in einem Terminal und versuche es dann noch einmal.',
      detail: 'Befehl: {{install}}',
    },
    'not-found': {
      what: '{{providerName}} ist nicht installiert.',
      fix: 'Installiere den Agenten in einem Terminal oder wähle sein Programm in den Einstellungen.',
      detail: 'Befehl: {{install}}',
    },
    'program-gone': {
      what: 'Das Programm {{executable}} wurde nicht gefunden.',
      fix: 'Installiere den Agenten oder wähle in den Einstellungen ein anderes Programm.',
    },
    'wrong-program': {
      what: 'Das für {{providerName}} eingestellte Programm {{executable}} wurde nicht gefunden oder lässt sich nicht starten.',
      fix: 'Wähle in den Einstellungen ein anderes Programm.',
    },
  },
} as const
