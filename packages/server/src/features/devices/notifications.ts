import { clockTime } from '../../domain/notifications/clock-time.ts'
import type { NotificationDefinition, Sending } from '../../domain/notifications/kind.ts'
import { sql } from '../../platform/db/db.ts'
import type { Sentence } from '../../platform/texts.ts'

const unknown: Sentence = {
  nl: 'een onbekende browser',
  en: 'an unknown browser',
  de: 'ein unbekannter Browser',
  fr: 'un navigateur inconnu',
  es: 'un navegador desconocido',
}
/** Between a browser and its system. */
const on: Sentence = { nl: 'op', en: 'on', de: 'auf', fr: 'sur', es: 'en' }

const always: Pick<Sending, 'setting' | 'hasMail' | 'isTrue' | 'words'> = {
  setting: undefined,
  hasMail: false,
  isTrue: () => true,
  words({ device, createdAt }, language, timeZone) {
    return {
      device: device?.replace(', ', ` ${on[language]} `) ?? unknown[language],
      time: clockTime(createdAt, language, timeZone),
    }
  },
}
const path = () => '/profile?tab=settings&section=devices'

/** Somebody has logged in, and stays so, in another browser. No setting switches this off. */
export const deviceNew: NotificationDefinition<'device.new'> = {
  extras: () => sql`json_build_object('isThere', exists (
    select from devices d where d.id = (n.details ->> 'deviceId')::int and d.user_id = n.user_id))`,
  outside: {
    ...always,
    path,
    text: {
      title: {
        nl: 'Nieuw apparaat: {device}, {time}',
        en: 'New device: {device}, {time}',
        de: 'Neues Gerät: {device}, {time}',
        fr: 'Nouvel appareil : {device}, {time}',
        es: 'Dispositivo nuevo: {device}, {time}',
      },
      body: {
        nl: 'Was jij dit niet? Log het hier uit.',
        en: 'Wasn’t that you? Log it out here.',
        de: 'Warst du das nicht? Melde es hier ab.',
        fr: 'Ce n’était pas toi ? Déconnecte-le ici.',
        es: '¿No has sido tú? Cierra su sesión aquí.',
      },
    },
  },
}

/** The login of a browser was used in two places, and has been ended in both. */
export const deviceCopied: NotificationDefinition<'device.copied'> = {
  outside: {
    ...always,
    path,
    text: {
      title: {
        nl: 'Iemand gebruikte een kopie van je login',
        en: 'Somebody used a copy of your login',
        de: 'Jemand hat eine Kopie deiner Anmeldung benutzt',
        fr: 'Quelqu’un a utilisé une copie de ta connexion',
        es: 'Alguien ha usado una copia de tu sesión',
      },
      body: {
        nl: 'Daarom is {device} uitgelogd. Wijzig je wachtwoord.',
        en: 'So {device} was logged out. Change your password.',
        de: 'Deshalb wurde {device} abgemeldet. Ändere dein Passwort.',
        fr: '{device} a donc été déconnecté. Change ton mot de passe.',
        es: 'Por eso se ha cerrado la sesión en {device}. Cambia tu contraseña.',
      },
    },
  },
}

/** He, or somebody in his name, has made recovery codes, which end the earlier ones. */
export const recoveryCodesMade: NotificationDefinition<'recoveryCodes.made'> = {
  outside: {
    ...always,
    hasMail: true,
    path,
    text: {
      title: {
        nl: 'Nieuwe herstelcodes voor je account, {time}',
        en: 'New recovery codes for your account, {time}',
        de: 'Neue Wiederherstellungscodes für dein Konto, {time}',
        fr: 'Nouveaux codes de secours pour ton compte, {time}',
        es: 'Nuevos códigos de recuperación para tu cuenta, {time}',
      },
      body: {
        nl: 'Was jij dit niet? Maak nieuwe en wijzig je wachtwoord.',
        en: 'Wasn’t that you? Make new ones and change your password.',
        de: 'Warst du das nicht? Erstelle neue und ändere dein Passwort.',
        fr: 'Ce n’était pas toi ? Crées-en de nouveaux et change ton mot de passe.',
        es: '¿No has sido tú? Crea otros y cambia tu contraseña.',
      },
    },
  },
}
