import type { LegalContent, LegalFacts } from './shape.ts'

export function content({ contact, chatDays, tileHost }: LegalFacts): LegalContent {
  const operator = contact
    ? `You can reach the operator of this Papadag at ${contact}. The address is there for authorities too. Write in English or Dutch.`
    : 'The operator of this Papadag has not named an e-mail address here. Ask the person who invited you, or whoever runs this server.'
  return {
    close: 'Close',
    readOn: 'Read on',
    privacy: {
      title: 'Privacy',
      intro:
        'Papadag knows where and when fathers meet with their children. So we keep little, show less and sell nothing. There is no advertising, no tracking and no statistics about you.',
      sections: {
        who: {
          heading: 'Who is responsible',
          blocks: [
            'Papadag is open-source software; whoever runs this server is in charge of your data and answers for it.',
            operator,
          ],
        },
        stored: {
          heading: 'What we keep, and why',
          blocks: [
            'To make playdates possible, and for nothing else (our contract with you, GDPR article 6(1)(b)):',
            [
              'your account: username, name, e-mail address, and your password in a form that nobody can read',
              'what you fill in yourself: photo, text about you, city, phone number, favourite spots, and a name and month of birth for each child',
              'your papa days, if you fill them in: they are used to find dads who are free then too, and to propose a playdate; others learn at most which of them you share',
              'what you do: playdates, chat messages, saved places, and the places and reviews you add; what you correct about a place becomes open data, without your name',
            ],
            'For safety (legitimate interest): your logins with the name of your browser, reports, and a record of logins, blocks and decisions. Your location is used only if your browser may share it, and is never stored. Only if you tell us where you live do we remember which square kilometre that is.',
          ],
        },
        seen: {
          heading: 'Who sees what',
          blocks: [
            [
              'People who are not logged in see no people, no playdates and no places.',
              'All members see your name, photo, city, text and favourite spots, and the playdates you make. You can show a playdate at your home to participants only; others then see the neighbourhood.',
              'Only people you meet (until 7 days later), or with whom you have both exchanged messages, see your children’s ages. Their names and your phone number stay hidden until you turn them on.',
              'No other member sees your username, e-mail address or any month of birth. How far you live from someone is shown to him only roughly, and only once both of you have said roughly where that is.',
              'Moderators see chat messages only when somebody reports them, with ten messages on either side.',
            ],
            'You decide about this under Settings in your profile. If you block someone, he no longer sees you, nor you him.',
          ],
        },
        kept: {
          heading: 'For how long',
          blocks: [
            [
              `Chat messages: ${chatDays}. After that they are really gone.`,
              'Logins: 14 days after you were last here, 30 days at most. Notifications under the bell: 3 months.',
              'Devices that get notifications: until you remove them, log out there, or the push service no longer knows them.',
              'Past playdates and the safety record: 12 months. Reports and what belongs to them: until 6 months after the decision.',
              'The rest of your account: until you remove it or delete your account. If you do not use it for two years we delete it, provided we were able to e-mail you first.',
            ],
            'When you delete your account, your profile, children, photo and the playdates you made are deleted at once. Places you added stay, without your name. What you wrote to someone stays readable for him until the messages expire. What others received from you, such as the text of a playdate, they can report for 30 more days: for that we keep a copy that only a moderator reads, after a report. A scrambled form of your username stays for 35 days, so that a restored backup does not bring you back.',
          ],
        },
        others: {
          heading: 'Who else is involved',
          blocks: [
            [
              tileHost
                ? `Map images come from ${tileHost}. That server sees your IP address and which part of the map you look at.`
                : 'The map comes from our own server, so nobody else sees your IP address or which part of the map you look at.',
              'Our server asks OpenWeather for the weather, with your position rounded to two decimals (about a kilometre) and without saying who you are. For the weather of a playdate it asks the service named below it, for the middle of an area of about ten kilometres.',
              'Directions open in the maps app you choose, where that app’s rules apply.',
              'We fetch photos from other websites for you, so those websites do not see you.',
              'If you switch notifications on, they go through your browser’s push service, such as that of Google, Apple, Mozilla or Microsoft. The service learns that there is something for this device and when, but cannot read what. Your screen shows who and what kind, never the text of a message, an address or a child’s name.',
              'If you make an invitation, everybody with that link, even without an account, sees the day and time, the name of the place or the neighbourhood, how many dads are coming and how many places are left. Your first name only if you switch that on; never a home address, somebody else’s name or anything about children. An app in which you share the link keeps its preview, which shows only the day and time. If you make a link for the other parent, everybody with that link sees where and when you are, who organises it (his first name) and whether you are coming; of a home only the neighbourhood, unless the host shows more. It stops working two hours after the end.',
              'If you connect a calendar, the company that hosts it, such as Google, Apple or Microsoft, reads your playdates too, and so does everybody you share that calendar with. It shows home addresses only if you switch that on. We keep only a fingerprint of each link; withdrawing a link works at once.',
              'If this server sends e-mail, it goes through the operator’s mail server. An e-mail about a playdate names the time, not the place; one click at the end stops e-mails like that.',
            ],
          ],
        },
        browser: {
          heading: 'Cookies and your browser',
          blocks: [
            'Three cookies, all of them needed: one for being logged in, one that keeps other websites from acting in your name (XSRF-TOKEN), and one for your language. If you ask for a code to log in, a fourth one for ten minutes.',
            'Your browser keeps your language, colours, maps app, privacy choice, what we have asked you before, and for a day the invitation you came with. While you are logged in it also keeps your first name, drafts, your recent chat and what you may want to read without internet. That part is wiped when you log out.',
          ],
        },
        rights: {
          heading: 'Your rights',
          blocks: [
            'In your profile you can see, correct, download and delete everything. You may also object or ask for restriction: write to the operator. If that does not help, you can complain to the data protection authority of the country you live in.',
            'Nobody here is judged or profiled by a computer.',
          ],
        },
      },
    },
    terms: {
      title: 'Terms',
      intro: 'What you and the operator of this Papadag agree on. In plain language. Version of 22 November 2026.',
      sections: {
        you: {
          heading: 'Who it is for',
          blocks: [
            'Papadag is for parents and carers aged 18 and over. It costs nothing. You use your real name, have one account and keep your password to yourself.',
          ],
        },
        meeting: {
          heading: 'Meeting is up to you',
          blocks: [
            'We bring fathers together. We are not childcare, we are not there, and we do not check whether people are who they say they are. You stay with your own children and are responsible for them. Meet in a public place the first time. The house rules are part of these terms.',
          ],
        },
        yours: {
          heading: 'What you post stays yours',
          blocks: [
            'You only allow us to keep it, and to show it to those who may see it according to the privacy text, for as long as it is there. Post only photos that are yours or that you have permission for, and none in which other people’s children can be recognised.',
          ],
        },
        forbidden: {
          heading: 'What is not allowed',
          blocks: [
            [
              'anything that can harm children, and anything that is a crime',
              'threats, bullying, discrimination, sexual messages',
              'pretending to be someone else, or spreading other people’s data',
              'advertising, selling, recruiting or any other business',
              'collecting data automatically, or getting in the way of the server',
            ],
          ],
        },
        places: {
          heading: 'Places and the map',
          blocks: [
            'Map and places come in part from OpenStreetMap: © OpenStreetMap contributors, available under the ODbL, see openstreetmap.org/copyright. We may show the places you add without your name and pass them on under the same licence; what you correct about a place is open data, which may also go into OpenStreetMap. A place may have changed: see for yourself whether it is safe.',
          ],
        },
        moderation: {
          heading: 'Reports and decisions',
          blocks: [
            'You can report people, messages, chats, playdates, places and photos. A moderator, a human being, looks at the report and can hide or remove something, warn someone, or suspend an account for 1, 7 or 30 days or until an appeal. The person affected is told what was decided, why, under which rule, for how long and how to appeal. The person who reported hears the outcome. We do not give his name.',
            'Only two things happen automatically, until a moderator has looked: after reports about the safety of children by two people who really had contact with someone, what was reported is hidden, or he cannot start any more chats or playdates; and a place that three members report is hidden. What an account reports in its first three days does not count for this, but a moderator reads it all the same.',
          ],
        },
        appeal: {
          heading: 'Do you disagree?',
          blocks: [
            'Within six months, write to the contact address and say what was decided and why it is wrong. A human being looks again and answers with reasons. You may also turn to a certified out-of-court dispute settlement body, or go to court.',
            operator,
          ],
        },
        liability: {
          heading: 'Liability',
          blocks: [
            'Papadag is free and provided as is. It may fail, and what members say may be wrong. A notification or e-mail may come late or not at all: what Papadag shows is what counts. We are not liable for what happens at a playdate. We are liable for damage caused by our intent or gross negligence, and wherever the law does not allow liability to be excluded.',
          ],
        },
        end: {
          heading: 'Leaving and changing',
          blocks: [
            'You can delete your account at any time. We may stop, or end the account of someone who breaks these rules seriously or again and again, and we say why. If these terms change, there is a new date above; if you do not agree, you can leave. The rules that protect consumers in the country you live in always apply.',
          ],
        },
      },
    },
    rules: {
      title: 'House rules',
      intro: 'Short, because you have other things to do.',
      sections: {
        honest: {
          heading: 'Be who you are',
          blocks: ['Your own name, your own face, your own children. Papadag is for parents aged 18 and over.'],
        },
        public: {
          heading: 'Public places first',
          blocks: [
            'Never met before? Meet at a playground, not at someone’s home. Tell somebody where you are. If it does not feel right, go home; you owe nobody a reason.',
          ],
        },
        stay: {
          heading: 'Stay with your child',
          blocks: ['Papadag is not a babysitter. You come together, keep an eye out yourself and leave together.'],
        },
        children: {
          heading: 'Other people’s children',
          blocks: [
            'No photos, names or messages without a yes from their father or mother. No photos that they are in by accident either.',
          ],
        },
        cancel: {
          heading: 'Cancelling is fine, not showing up is not',
          blocks: [
            'Fever, rain, a missed nap: everybody understands. Leave the playdate, so that nobody is left waiting.',
          ],
        },
        talk: {
          heading: 'Talk as you would at the sandpit',
          blocks: [
            'Children are listening. No insults, no discrimination, no sex, no pushing. No answer is an answer too.',
          ],
        },
        sell: {
          heading: 'Nothing for sale',
          blocks: ['No advertising, no courses, no amazing chance to earn money from home.'],
        },
        wrong: {
          heading: 'Something wrong?',
          blocks: [
            'Block someone: he will not notice. Report what is not right: a moderator looks at it and can warn, hide or suspend, always with an explanation. You can report here without an account, with the link you were sent. If someone is in danger, call 112 first.',
          ],
        },
      },
    },
  }
}
