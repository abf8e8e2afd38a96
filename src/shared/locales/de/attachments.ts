/** The files of messages. */
export const attachments = {
  attach: 'Dateien anhängen',
  attached: 'Angehängte Dateien',
  attachHint: 'Bilder, Texte oder PDFs anhängen. Du kannst sie auch einfügen oder hier ablegen.',
  attaching: '{{name}} wird angehängt',
  blindModel: '{{model}} kann keine Bilder sehen. Es erhält nur ihre Namen.',
  dropToAttach: 'Zum Anhängen ablegen',
  namedNotHere: '{{name}} ist nicht verfügbar',
  notHere: 'Nicht verfügbar',
  open: '{{name}} öffnen',
  pages_one: '{{count, number}} Seite',
  pages_other: '{{count, number}} Seiten',
  paste: {
    asFile: 'Als Datei anhängen',
    backToText: 'Zurück in die Nachricht',
    fileName: 'Eingefügter Text.txt',
    isFile: 'Der eingefügte Text wurde als Datei angehängt.',
    pasted_one: '{{count, number}} Zeichen eingefügt.',
    pasted_other: '{{count, number}} Zeichen eingefügt.',
  },
  preview: {
    fileGone: 'Diese Datei ist nicht verfügbar. Der Chat wurde ohne sie importiert.',
    imageGone: 'Dieses Bild ist nicht verfügbar. Vielleicht wurde der Chat ohne die Bilddatei importiert.',
    noText: 'Dieses PDF enthält keinen Text. Vielleicht ist es ein Scan.',
    rest: '… Der Rest wird hier nicht angezeigt. Speichere die Datei, um alles zu lesen.',
    says: 'Text aus {{name}}',
  },
  reading: 'Wird gelesen …',
  refused: {
    brokeOff:
      'Diese Datei konnte nicht vollständig gelesen werden. Speichere sie neu oder hänge ihren Text an.',
    damagedImage:
      'Dieses Bild ist beschädigt oder unvollständig. Speichere es neu und hänge die neue Datei an.',
    damagedPdf:
      'Dieses PDF ist beschädigt oder hat eine nicht lesbare Form. Speichere es neu oder hänge seinen Text an.',
    empty: 'Diese Datei ist leer.',
    failed: '{{name}} wurde nicht angehängt. Entferne die Datei und sende dann die Nachricht.',
    largeImage: 'Dieses Bild hat zu viele Pixel, um es anzuzeigen. Verkleinere es zuerst.',
    lockedPdf: 'Dieses PDF ist passwortgeschützt. Speichere eine Kopie ohne Passwort und hänge diese an.',
    longText:
      'Dieser Text ist zu lang. Eine Nachricht kann höchstens {{count, number}} Zeichen enthalten. Hänge nur den wichtigen Teil an.',
    memory: 'Das Lesen dieser Datei würde zu viel Speicher brauchen. Hänge stattdessen ihren Text an.',
    slow: 'Das Lesen dieser Datei dauert zu lange. Hänge nur den wichtigen Teil oder ihren Text an.',
    tooLarge: 'Diese Datei ist zu groß. Anhänge dürfen höchstens {{size}} MB groß sein.',
    tooMany: 'Eine Nachricht kann höchstens {{count, number}} Anhänge haben.',
    unknownKind:
      'Dieser Dateityp wird nicht unterstützt. Hänge ein Bild (PNG, JPEG, GIF oder WebP), eine Textdatei oder ein PDF an.',
  },
  remove: '{{name}} entfernen',
  shrunk: 'Verkleinert von {{fromWidth}} × {{fromHeight}} auf {{width}} × {{height}} Pixel',
  toSend: 'Zu sendende Dateien',
} as const
