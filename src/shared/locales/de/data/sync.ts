/** Der Abgleich mit anderen Geräten, wie in `en/data/sync.ts`. */
export const sync = {
  about: {
    lost: 'Wenn ein Gerät verloren geht',
    lostText:
      'Wer es entsperren kann, kann seine Chats und den Ordner lesen. Beende den Abgleich auf deinen anderen Geräten, und beginne neu mit einem neuen, leeren Ordner und einer neuen Passphrase.',
    outside: 'Was andere sehen',
    outsideText:
      'Wer den Ordner überträgt, sieht die Größen und Zeiten seiner Dateien, also wie viel du schreibst und wann. Texte, Titel, Namen und Anhänge sieht er nicht.',
    safe: 'Was sicher ist',
    safeText:
      'Alles im Ordner ist mit deiner Passphrase verschlüsselt. Nichts, was du schreibst, geht verloren: Setzen zwei Geräte denselben Chat fort, hat er beide Zweige. API-Schlüssel, Einstellungen und Ordner von Agenten bleiben auf jedem Gerät.',
    summary: 'Was sicher ist und was nicht',
  },
  addressHints: {
    s3: 'Die Adresse des Dienstes, etwa https://s3.eu-central-1.amazonaws.com',
    webdav: 'Die Adresse des Ordners, etwa https://cloud.example.org/remote.php/dav/files/ada/Parley',
  },
  bucketHint: 'Auf Wunsch mit einem Ordner darin: mein-bucket/parley',
  change: 'Ändern …',
  changed: 'Passphrase geändert. Deine anderen Geräte werden nach der neuen fragen.',
  changeHint:
    'Das hilft, wenn jemand die alte später erfährt, aber nicht, wenn ein Gerät verloren ging oder jemand eine Kopie des Ordners hat.',
  changeNow: 'Passphrase ändern',
  connecting: 'Der Ordner wird geöffnet …',
  current: 'Aktuell, {{time}}.',
  devices: 'Geräte',
  differs: 'Die beiden Passphrasen sind verschieden.',
  fields: {
    address: 'Adresse',
    bucket: 'Bucket',
    keyId: 'Zugriffsschlüssel-ID',
    region: 'Region',
    secret: { s3: 'Geheimer Zugriffsschlüssel', webdav: 'Passwort oder App-Passwort' },
    user: 'Benutzername',
  },
  kindHints: {
    folder:
      'Ein Ordner, den etwas anderes zwischen deinen Geräten überträgt, etwa Syncthing, iCloud Drive, Dropbox, OneDrive, Nextcloud, ein USB-Stick oder ein Netzlaufwerk.',
    s3: 'Ein Bucket bei Amazon S3, Backblaze B2, Cloudflare R2 oder auf einem Server wie MinIO. Parley überträgt die Dateien selbst.',
    webdav:
      'Ein Ordner auf einem Server, etwa mit Nextcloud, ownCloud oder auf einem NAS. Parley legt ihn an und überträgt die Dateien selbst.',
  },
  kinds: { folder: 'Ordner', s3: 'S3', webdav: 'WebDAV' },
  missing_one: '{{count, number}} Datei ist hier noch nicht angekommen.',
  missing_other: '{{count, number}} Dateien sind hier noch nicht angekommen.',
  newPassphrase: 'Neue Passphrase',
  passphrase: 'Passphrase',
  passphraseHint:
    'Dieselbe auf allen deinen Geräten. Denk dir für einen neuen Ordner mindestens fünf Wörter aus.',
  place: 'Wo sich deine Geräte treffen',
  plain: 'Unterwegs nicht verschlüsselt: Andere im Netz können das Passwort lesen. Besser ist https.',
  problem: {
    arriving:
      'In diesem Ordner sind Dateien von Parley, aber nicht die mit dem Schlüssel. Kommt sie noch an, warte darauf und beginne noch einmal. Nur wenn sie verloren ist, wiederhole die Passphrase für einen neuen Schlüssel.',
    changed: '{{folder}} hat jetzt eine andere Passphrase. Gib die neue ein.',
    denied: 'Parley hat keine Berechtigung, {{folder}} zu lesen und zu schreiben.',
    expired: '{{folder}} nimmt das Passwort nicht mehr an. Gib das neue ein.',
    failed: 'Ein unerwarteter Fehler ist aufgetreten. Einzelheiten stehen im Protokoll.',
    full: 'In {{folder}} ist kein Platz mehr.',
    gone: '{{folder}} ist nicht zu finden, oder der Schlüssel darin fehlt. Ist das Laufwerk verbunden?',
    inside: '{{folder}} gehört zu Parleys eigenen Daten. Wähle einen anderen Ordner.',
    locked:
      'Parley konnte die Passphrase auf diesem Gerät nicht aufbewahren. Gib sie ein, um weiterzumachen.',
    'locked-server':
      'Parley konnte das Passwort und die Passphrase auf diesem Gerät nicht aufbewahren. Gib sie ein, um weiterzumachen.',
    metered: 'Angehalten: Laut System ist diese Verbindung getaktet. Parley macht mit einer anderen weiter.',
    mismatch: '{{folder}} hat eine andere Passphrase. Prüfe sie und versuche es noch einmal.',
    new: 'Dieser Ordner ist neu. Wiederhole die Passphrase, und schreib sie auf: Ohne sie kann niemand lesen, was im Ordner ist.',
    newer: 'Ein neueres Parley hat {{folder}} angelegt. Aktualisiere dieses.',
    'no-place':
      '{{folder}} gibt es nicht, und Parley kann es nicht anlegen. Prüfe die Adresse und den Namen.',
    'not-server':
      'Was unter {{folder}} antwortet, spricht dieses Protokoll nicht. Prüfe die Adresse, oder melde dich im Netz an.',
    'sign-in': '{{folder}} lehnt den Benutzernamen oder das Passwort ab.',
    'sign-in-s3':
      '{{folder}} lehnt den Zugriffsschlüssel ab. Prüfe ihn, die Region und die Uhr dieses Geräts.',
    'too-large':
      '{{folder}} lehnt eine Datei wegen ihrer Größe ab. Erhöhe dort die Grenze für das Hochladen.',
    unreachable: '{{folder}} ist nicht zu erreichen oder beschäftigt.',
    untrusted: 'Das Zertifikat von {{folder}} ist nicht gültig, daher sendet Parley nichts dorthin.',
  },
  progress: {
    fetch: 'Wird vom Server heruntergeladen …',
    read: 'Wird empfangen …',
    send: 'Wird gesendet …',
  },
  progressOf_one: '{{share}} · {{count, number}} Eintrag',
  progressOf_other: '{{share}} · {{count, number}} Einträge',
  remove: 'Entfernen',
  removeHint:
    'Wird ein Gerät entfernt, bleibt alles erhalten, was es geschrieben hat. Mit der Passphrase kann es wiederkommen.',
  removeNamed: '{{name}} entfernen',
  repeat: 'Passphrase wiederholen',
  seen: 'Zuletzt geschrieben: {{time}}',
  start: 'Abgleich beginnen',
  stop: 'Abgleich beenden',
  thisDevice: '{{name}} (dieses Gerät)',
  triesAgain: 'Nichts ist verloren: Parley versucht es weiter.',
  unsent_one: '{{count, number}} Eintrag wartet auf das Senden.',
  unsent_other: '{{count, number}} Einträge warten auf das Senden.',
} as const
