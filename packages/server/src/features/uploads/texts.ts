import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'image.missing': {
    nl: 'Er kwam geen foto mee.',
    en: 'No photo was sent.',
    de: 'Es kam kein Bild an.',
    fr: 'Aucune image n’a été envoyée.',
    es: 'No ha llegado ninguna imagen.',
  },
  'image.tooLarge': {
    nl: 'Bestand te groot. Maximale bestandsgrootte is 8MB',
    en: 'File too large. Maximum file size is 8MB',
    de: 'Datei zu groß. Sie darf höchstens 8 MB groß sein',
    fr: 'Fichier trop volumineux. La taille maximale est de 8 Mo',
    es: 'El archivo es demasiado grande. El tamaño máximo es de 8 MB',
  },
  'image.unsupported': {
    nl: 'Ongeldig bestandstype. Alleen afbeeldingsbestanden zijn toegestaan (JPEG, PNG, GIF of WebP)',
    en: 'Invalid file type. Only image files are allowed (JPEG, PNG, GIF or WebP)',
    de: 'Ungültiger Dateityp. Nur Bilddateien sind erlaubt (JPEG, PNG, GIF oder WebP)',
    fr: 'Type de fichier non valide. Seules les images sont acceptées (JPEG, PNG, GIF ou WebP)',
    es: 'Tipo de archivo no válido. Solo se permiten imágenes (JPEG, PNG, GIF o WebP)',
  },
  'image.broken': {
    nl: 'Deze foto kunnen we niet lezen: hij is beschadigd of groter dan 40 megapixels.',
    en: 'We cannot read this photo. It is damaged or has more than 40 megapixels.',
    de: 'Dieses Bild können wir nicht lesen. Es ist beschädigt oder hat mehr als 40 Megapixel.',
    fr: 'Impossible de lire cette image. Elle est abîmée ou dépasse 40 mégapixels.',
    es: 'No podemos leer esta imagen. Está dañada o tiene más de 40 megapíxeles.',
  },
  'image.removed': {
    nl: 'Deze foto is eerder door een moderator verwijderd. Kies een andere.',
    en: 'A moderator has removed this photo before. Choose another one.',
    de: 'Dieses Bild wurde schon einmal von der Moderation entfernt. Wähle ein anderes.',
    fr: 'Cette image a déjà été retirée par un modérateur. Choisis-en une autre.',
    es: 'Un moderador ya retiró esta imagen. Elige otra.',
  },
} satisfies Texts
