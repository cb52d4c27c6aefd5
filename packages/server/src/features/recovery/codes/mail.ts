import * as z from 'zod/mini'
import { nameKey } from '../../../domain/names/name-key.ts'
import { clockTime } from '../../../domain/notifications/clock-time.ts'
import { compose, type MailText, Reader } from '../../../domain/notifications/compose-mail.ts'
import { notificationSettingsOf } from '../../../domain/notifications/notification-settings.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import type { Mailer } from '../../../platform/mail.ts'
import type { Sender } from '../../../platform/outbox/outbox.ts'
import type { Sentence } from '../../../platform/texts.ts'
import { Asked, issueCode } from './codes.ts'

export interface CodeMailParts {
  db: Db
  mailer: Mailer
  publicUrl: string
  sessionSecret: string
  /** Whether this account may get another code now. */
  mayMail: (userId: number) => Promise<boolean>
}

const Father = z.extend(Reader, { timeZone: z.string() })

/** Mails a code, with what it needs to be recognised: the browser and the time. */
export function codeSender({ db, mailer, publicUrl, sessionSecret, mayMail }: CodeMailParts): Sender {
  return {
    async send(due) {
      const asked = Asked.parse(due.payload)
      const father = await holderOf(db, asked)
      // Only the first try counts.
      if (!father || (due.attempts === 1 && !(await mayMail(father.id)))) return 'done'
      const issued = await issueCode(db, sessionSecret, { userId: father.id, browser: asked.browser })
      if (!issued) return 'done'
      const { language, timeZone } = father
      const words = {
        code: issued.code,
        device: asked.device ?? unknownDevice[language],
        time: clockTime(issued.askedAt, language, timeZone),
      }
      const letter = compose(codeMail, father, { url: `${publicUrl}/auth?code=${issued.token}`, words })
      due.onWire()
      const result = await mailer.send(letter)
      return result === 'sent' ? 'done' : result
    },
  }
}

/**
 * The account with this name or address. An address that was changed and not confirmed gets no code: the one before it
 * does (safety S13).
 */
function holderOf(db: Db, { email, username }: Asked): Promise<z.output<typeof Father> | undefined> {
  const isNamed: Sql =
    email === undefined
      ? sql`u.username_key = ${nameKey(username ?? '')}`
      : sql`${nameKey(email)} in (u.email_key, u.reset_email_key)
              and coalesce(u.reset_email_key, u.email_key) = ${nameKey(email)} or u.username_key = ${nameKey(email)}`
  return db.one(
    Father,
    sql`select u.id, coalesce(u.reset_email, u.email) as "to", u.username, u.first_name as "firstName", u.language,
               (u.email_confirmed or u.reset_email is not null) as "isConfirmed",
               ${notificationSettingsOf(sql`u`)} ->> 'timeZone' as "timeZone"
          from users u where ${isNamed}
         order by (coalesce(u.reset_email_key, u.email_key) is not distinct from ${nameKey(email ?? '')}) desc,
                  (u.email_confirmed or u.reset_email is not null) desc, u.id limit 1`,
  )
}

const unknownDevice: Sentence = {
  nl: 'een onbekende browser',
  en: 'an unknown browser',
  de: 'ein unbekannter Browser',
  fr: 'un navigateur inconnu',
  es: 'un navegador desconocido',
}

const codeMail: MailText = {
  subject: {
    nl: 'Je code om in te loggen',
    en: 'Your code to log in',
    de: 'Dein Code zum Anmelden',
    fr: 'Ton code de connexion',
    es: 'Tu código para iniciar sesión',
  },
  before: {
    nl: 'Je code voor Papadag is {code}. Typ hem waar je hem hebt aangevraagd ({device}, {time}); alleen daar werkt hij, tien minuten lang. Kun je hem niet overnemen? Hier staat hij ook:',
    en: 'Your code for Papadag is {code}. Type it where you asked for it ({device}, {time}); it works only there, for ten minutes. If you can’t copy it, it is here too:',
    de: 'Dein Code für Papadag ist {code}. Gib ihn dort ein, wo du ihn angefordert hast ({device}, {time}); nur dort gilt er, zehn Minuten lang. Hier steht er auch:',
    fr: 'Ton code pour Papadag est {code}. Saisis-le là où tu l’as demandé ({device}, {time}) ; il ne fonctionne que là, pendant dix minutes. Tu le retrouves aussi ici :',
    es: 'Tu código para Papadag es {code}. Escríbelo donde lo pediste ({device}, {time}); solo funciona ahí, durante diez minutos. También lo encuentras aquí:',
  },
  link: {
    nl: 'De code bekijken',
    en: 'See the code',
    de: 'Code anzeigen',
    fr: 'Voir le code',
    es: 'Ver el código',
  },
  after: {
    nl: 'Geef deze code aan niemand, ook niet aan iemand die belt. Heb je geen code aangevraagd? Dan hoef je niets te doen: je account blijft dicht.',
    en: 'Give this code to nobody, not even to somebody who calls. If you did not ask for one, you don’t have to do anything: your account stays closed.',
    de: 'Gib diesen Code niemandem, auch niemandem am Telefon. Du hast keinen angefordert? Dann musst du nichts tun: Dein Konto bleibt zu.',
    fr: 'Ne donne ce code à personne, même pas à quelqu’un qui t’appelle. Tu n’en as pas demandé ? Alors tu n’as rien à faire : ton compte reste fermé.',
    es: 'No des este código a nadie, tampoco a quien te llame. ¿No lo has pedido tú? Entonces no tienes que hacer nada: tu cuenta sigue cerrada.',
  },
}
