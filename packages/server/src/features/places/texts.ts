import type { Sentence, Texts } from '../../platform/texts.ts'

/** The name of an unnamed playground, from its street or neighbourhood. */
export const nameFor: Sentence = {
  nl: 'Speeltuin {place}',
  en: 'Playground {place}',
  de: 'Spielplatz {place}',
  fr: 'Aire de jeux {place}',
  es: 'Parque infantil {place}',
}

export const texts = {
  'place.unknown': {
    nl: 'Deze plek bestaat niet (meer).',
    en: 'This place could not be found.',
    de: 'Diesen Ort gibt es nicht (mehr).',
    fr: 'Ce lieu n’existe pas (ou plus).',
    es: 'Este sitio no existe o ya no está.',
  },
  'place.notYours': {
    nl: 'Alleen wie dit restaurant heeft toegevoegd, kan het bewerken. Je kunt wel een wijziging voorstellen.',
    en: 'Only the person who added this restaurant can edit it. You can propose a change.',
    de: 'Nur wer dieses Restaurant hinzugefügt hat, kann es bearbeiten. Du kannst aber eine Änderung vorschlagen.',
    fr: 'Seul celui qui a ajouté ce restaurant peut le modifier. Mais tu peux proposer une modification.',
    es: 'Solo quien añadió este restaurante puede editarlo. Pero puedes proponer un cambio.',
  },
  'place.locked': {
    nl: 'Deze plek is voorlopig niet te bewerken.',
    en: 'This place cannot be edited for the time being.',
    de: 'Dieser Ort lässt sich vorerst nicht bearbeiten.',
    fr: 'Ce lieu ne peut pas être modifié pour l’instant.',
    es: 'Este sitio no se puede editar por ahora.',
  },
  'place.yours': {
    nl: 'Je hebt deze plek zelf toegevoegd. Bevestigen doen anderen.',
    en: 'You added this place yourself. It is up to others to confirm it.',
    de: 'Du hast diesen Ort selbst hinzugefügt. Bestätigen müssen ihn andere.',
    fr: 'C’est toi qui as ajouté ce lieu. À d’autres de le confirmer.',
    es: 'Este sitio lo añadiste tú. Tienen que confirmarlo otros.',
  },
  'place.yourEdit': {
    nl: 'Dit heb je zelf gewijzigd. Bevestigen doen anderen.',
    en: 'You made this change yourself. It is up to others to confirm it.',
    de: 'Das hast du selbst geändert. Bestätigen müssen es andere.',
    fr: 'C’est toi qui as fait cette modification. À d’autres de la confirmer.',
    es: 'Este cambio lo hiciste tú. Tienen que confirmarlo otros.',
  },
  'place.newAccount': {
    nl: 'Je account is nog nieuw. Over een paar dagen kan dit wel.',
    en: 'Your account is still new. You can do this in a few days.',
    de: 'Dein Konto ist noch neu. In ein paar Tagen geht das.',
    fr: 'Ton compte est encore tout récent. Tu pourras le faire dans quelques jours.',
    es: 'Tu cuenta es muy reciente. Podrás hacerlo dentro de unos días.',
  },
  'place.unknownRevision': {
    nl: 'Deze wijziging bestaat niet (meer).',
    en: 'This edit could not be found.',
    de: 'Diese Änderung gibt es nicht (mehr).',
    fr: 'Cette modification n’existe pas (ou plus).',
    es: 'Este cambio no existe o ya no está.',
  },
  'map.unknownTile': {
    nl: 'Dit stuk van de kaart bestaat niet.',
    en: 'There is no such part of the map.',
    de: 'Dieses Stück der Karte gibt es nicht.',
    fr: 'Cette partie de la carte n’existe pas.',
    es: 'Esta parte del mapa no existe.',
  },
  'place.nameTooShort': {
    nl: 'De naam moet minimaal 3 tekens bevatten',
    en: 'Name must be at least 3 characters',
    de: 'Der Name muss mindestens 3 Zeichen haben',
    fr: 'Le nom doit comporter au moins 3 caractères',
    es: 'El nombre debe tener al menos 3 caracteres',
  },
  'place.addressRequired': {
    nl: 'Vul een adres in',
    en: 'Address is required',
    de: 'Gib eine Adresse an',
    fr: 'L’adresse est obligatoire',
    es: 'La dirección es obligatoria',
  },
  'place.position': {
    nl: 'Deze coördinaten kloppen niet',
    en: 'These coordinates are not right',
    de: 'Diese Koordinaten stimmen nicht',
    fr: 'Ces coordonnées ne sont pas valables',
    es: 'Estas coordenadas no son correctas',
  },
  'place.feature': {
    nl: 'Dit kenmerk kennen we niet',
    en: 'We do not know this feature',
    de: 'Dieses Merkmal kennen wir nicht',
    fr: 'Nous ne connaissons pas cette caractéristique',
    es: 'No conocemos esta característica',
  },
  'place.type': {
    nl: 'Kies restaurant of speeltuin',
    en: 'Choose restaurant or playground',
    de: 'Wähle Restaurant oder Spielplatz',
    fr: 'Choisis restaurant ou aire de jeux',
    es: 'Elige restaurante o parque infantil',
  },
  'place.rating': {
    nl: 'Geef één tot vijf sterren',
    en: 'Give one to five stars',
    de: 'Gib einen bis fünf Sterne',
    fr: 'Donne de une à cinq étoiles',
    es: 'Da de una a cinco estrellas',
  },
} satisfies Texts
