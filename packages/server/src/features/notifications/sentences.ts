import type { Sentence } from '../../platform/texts.ts'

/** The text of a notification outside the app: who and what kind, never a message, a child or an address. */
export interface NoticeText {
  title: Sentence
  /** For a `{name}` that may not leave the app. */
  nameless?: Sentence
  body: Sentence
}

/** `{when}` is the day and the time of the playdate, `{name}` a first name. */
export const sentences = {
  'playdate.cancelled': {
    title: {
      nl: 'Speelafspraak gaat niet door',
      en: 'Playdate cancelled',
      de: 'Verabredung fällt aus',
      fr: 'Rendez-vous annulé',
      es: 'Quedada cancelada',
    },
    body: {
      nl: 'Je speelafspraak van {when} gaat niet door.',
      en: 'Your playdate on {when} is cancelled.',
      de: 'Deine Verabredung am {when} fällt aus.',
      fr: 'Ton rendez-vous du {when} est annulé.',
      es: 'Tu quedada del {when} está cancelada.',
    },
  },
  'playdate.restored': {
    title: {
      nl: 'Speelafspraak gaat toch door',
      en: 'Playdate is back on',
      de: 'Verabredung findet doch statt',
      fr: 'Le rendez-vous a bien lieu',
      es: 'La quedada sí se hace',
    },
    body: {
      nl: 'Je speelafspraak van {when} gaat toch door.',
      en: 'Your playdate on {when} is back on.',
      de: 'Deine Verabredung am {when} findet doch statt.',
      fr: 'Ton rendez-vous du {when} a finalement lieu.',
      es: 'Tu quedada del {when} se hace al final.',
    },
  },
  'playdate.changed': {
    title: {
      nl: 'Speelafspraak gewijzigd',
      en: 'Playdate changed',
      de: 'Verabredung geändert',
      fr: 'Rendez-vous modifié',
      es: 'Quedada modificada',
    },
    body: {
      nl: 'Er is iets veranderd: jullie spreken af op {when}.',
      en: 'Something has changed: you now meet on {when}.',
      de: 'Etwas hat sich geändert: Ihr trefft euch am {when}.',
      fr: 'Du changement : vous vous retrouvez le {when}.',
      es: 'Hay cambios: quedáis el {when}.',
    },
  },
  'playdate.joined': {
    title: {
      nl: 'Er doet iemand mee',
      en: 'Somebody has joined',
      de: 'Jemand macht mit',
      fr: 'Quelqu’un participe',
      es: 'Alguien se apunta',
    },
    body: {
      nl: 'Er doet iemand mee met je speelafspraak van {when}.',
      en: 'Somebody has joined your playdate on {when}.',
      de: 'Jemand kommt zu deiner Verabredung am {when}.',
      fr: 'Quelqu’un vient à ton rendez-vous du {when}.',
      es: 'Alguien va a tu quedada del {when}.',
    },
  },
  'playdate.left': {
    title: {
      nl: '{name} kan niet komen',
      en: '{name} can’t make it',
      de: '{name} kann nicht kommen',
      fr: '{name} ne peut pas venir',
      es: '{name} no puede ir',
    },
    nameless: {
      nl: 'Er kan iemand niet komen',
      en: 'Somebody can’t make it',
      de: 'Jemand kann nicht kommen',
      fr: 'Quelqu’un ne peut pas venir',
      es: 'Alguien no puede ir',
    },
    body: {
      nl: 'Hij heeft zich afgemeld voor je speelafspraak van {when}.',
      en: 'He has dropped out of your playdate on {when}.',
      de: 'Er hat für deine Verabredung am {when} abgesagt.',
      fr: 'Il s’est désisté de ton rendez-vous du {when}.',
      es: 'Se ha borrado de tu quedada del {when}.',
    },
  },
  'playdate.withBlocked': {
    title: {
      nl: 'Kijk even bij je meldingen',
      en: 'Check your notifications',
      de: 'Schau in deine Mitteilungen',
      fr: 'Regarde tes notifications',
      es: 'Mira tus notificaciones',
    },
    body: {
      nl: 'Er is iets over je speelafspraak van {when}.',
      en: 'It is about your playdate on {when}.',
      de: 'Es geht um deine Verabredung am {when}.',
      fr: 'Il s’agit de ton rendez-vous du {when}.',
      es: 'Es sobre tu quedada del {when}.',
    },
  },
  reminder: {
    title: {
      nl: 'Denk aan je speelafspraak',
      en: 'Your playdate is coming up',
      de: 'Denk an deine Verabredung',
      fr: 'Rappel de ton rendez-vous',
      es: 'Recuerda tu quedada',
    },
    body: {
      nl: 'Op {when} heb je een speelafspraak.',
      en: 'You have a playdate on {when}.',
      de: 'Am {when} hast du eine Verabredung.',
      fr: 'Tu as un rendez-vous le {when}.',
      es: 'Tienes una quedada el {when}.',
    },
  },
  message: {
    title: {
      nl: 'Nieuw bericht van {name}',
      en: 'New message from {name}',
      de: 'Neue Nachricht von {name}',
      fr: 'Nouveau message de {name}',
      es: 'Nuevo mensaje de {name}',
    },
    nameless: {
      nl: 'Nieuw bericht',
      en: 'New message',
      de: 'Neue Nachricht',
      fr: 'Nouveau message',
      es: 'Nuevo mensaje',
    },
    body: {
      nl: 'Open Papadag om het te lezen.',
      en: 'Open Papadag to read it.',
      de: 'Öffne Papadag, um sie zu lesen.',
      fr: 'Ouvre Papadag pour le lire.',
      es: 'Abre Papadag para leerlo.',
    },
  },
  nearby: {
    title: {
      nl: 'Nieuwe speelafspraak bij jou in de buurt',
      en: 'New playdate near you',
      de: 'Neue Verabredung in deiner Nähe',
      fr: 'Nouveau rendez-vous près de chez toi',
      es: 'Nueva quedada cerca de ti',
    },
    body: {
      nl: 'Op {when}. Doe je mee?',
      en: 'On {when}. Are you coming?',
      de: 'Am {when}. Machst du mit?',
      fr: 'Le {when}. Tu viens ?',
      es: 'El {when}. ¿Te apuntas?',
    },
  },
  test: {
    title: { nl: 'Het werkt', en: 'It works', de: 'Es funktioniert', fr: 'Ça marche', es: 'Funciona' },
    body: {
      nl: 'Meldingen van Papadag komen op dit apparaat aan.',
      en: 'Notifications from Papadag arrive on this device.',
      de: 'Mitteilungen von Papadag kommen auf diesem Gerät an.',
      fr: 'Les notifications de Papadag arrivent sur cet appareil.',
      es: 'Las notificaciones de Papadag llegan a este dispositivo.',
    },
  },
} satisfies Record<string, NoticeText>

export const openPapadag: Sentence = {
  nl: 'Openen in Papadag',
  en: 'Open in Papadag',
  de: 'In Papadag öffnen',
  fr: 'Ouvrir dans Papadag',
  es: 'Abrir en Papadag',
}

export const howToStop: Sentence = {
  nl: 'Je krijgt deze mail omdat hij in je instellingen aanstaat. Daar zet je hem ook uit.',
  en: 'You get this e-mail because it is switched on in your settings. You can switch it off there.',
  de: 'Du bekommst diese E-Mail, weil sie in deinen Einstellungen eingeschaltet ist. Dort kannst du sie ausschalten.',
  fr: 'Tu reçois cet e-mail parce qu’il est activé dans tes réglages. Tu peux l’y désactiver.',
  es: 'Recibes este correo porque está activado en tus ajustes. Allí puedes desactivarlo.',
}

export const stopMails: Sentence = {
  nl: 'Of zet zulke mails meteen uit',
  en: 'Or switch off e-mails like this right away',
  de: 'Oder schalte solche E-Mails gleich aus',
  fr: 'Ou désactive ces e-mails tout de suite',
  es: 'O desactiva estos correos ahora mismo',
}
