import type { LegalContent, LegalFacts } from './shape.ts'

export function content({ contact, chatDays, tileHost }: LegalFacts): LegalContent {
  const operator = contact
    ? `Tu peux joindre le responsable de ce Papadag à l’adresse ${contact}. Elle sert aussi aux autorités. Écris en néerlandais ou en anglais.`
    : 'Le responsable de ce Papadag n’a pas indiqué d’adresse e-mail ici. Demande à la personne qui t’a invité ou qui gère ce serveur.'
  return {
    close: 'Fermer',
    readOn: 'À lire aussi',
    privacy: {
      title: 'Confidentialité',
      intro:
        'Papadag sait où et quand des pères se retrouvent avec leurs enfants. C’est pourquoi nous gardons peu, montrons encore moins et ne vendons rien. Pas de publicité, pas de pistage, pas de statistiques sur toi.',
      sections: {
        who: {
          heading: 'Qui est responsable',
          blocks: [
            'Papadag est un logiciel libre. La personne qui gère ce serveur est responsable de tes données.',
            operator,
          ],
        },
        stored: {
          heading: 'Ce que nous gardons, et pourquoi',
          blocks: [
            'Pour rendre les rendez-⁠vous possibles, et rien d’autre (notre contrat avec toi, article 6.1.b du RGPD) :',
            [
              'ton compte : nom d’utilisateur, nom, adresse e-mail et mot de passe, sous une forme que personne ne peut relire',
              'ce que tu remplis toi-même : photo, présentation, ville, numéro de téléphone, lieux préférés et, pour chaque enfant, un prénom et un mois de naissance',
              'tes jours de papa, si tu les indiques : ils servent à trouver des papas libres en même temps et à proposer un rendez-⁠vous ; les autres apprennent tout au plus lesquels vous partagez',
              'ce que tu fais : rendez-⁠vous, messages, lieux enregistrés, lieux et avis que tu ajoutes ; ce que tu corriges d’un lieu devient une donnée ouverte, sans ton nom',
            ],
            'Pour la sécurité (intérêt légitime) : tes connexions avec le nom de ton navigateur, les signalements, et un journal des connexions, blocages et décisions. Ta position n’est utilisée que si ton navigateur peut la donner, et n’est jamais conservée. Nous retenons seulement dans quel kilomètre carré tu habites, et seulement si tu nous le dis toi-même.',
          ],
        },
        seen: {
          heading: 'Qui voit quoi',
          blocks: [
            [
              'Sans être connecté, on ne voit ni personnes, ni rendez-⁠vous, ni lieux.',
              'Tous les membres voient ton nom, ta photo, ta ville, ta présentation et tes lieux préférés, ainsi que les rendez-⁠vous que tu crées. Un rendez-⁠vous chez toi peut n’être montré qu’aux participants ; les autres voient alors le quartier.',
              'Seuls ceux que tu rencontres (jusqu’à 7 jours après) ou avec qui tu as échangé des messages voient l’âge de tes enfants ; leurs prénoms et ton numéro, seulement si tu l’actives.',
              'Aucun autre membre ne voit ton nom d’utilisateur, ton adresse e-mail ni un mois de naissance. La distance entre chez toi et chez quelqu’un n’est qu’approximative, et indiquée seulement si vous avez tous les deux dit à peu près où vous habitez.',
              'Les modérateurs ne voient des messages que si quelqu’un les signale, avec dix messages avant et après.',
            ],
            'Tu en décides dans ton profil, sous Réglages. Si tu bloques quelqu’un, il ne te voit plus, et tu ne le vois plus.',
          ],
        },
        kept: {
          heading: 'Combien de temps',
          blocks: [
            [
              `Messages : ${chatDays}. Ensuite, ils disparaissent vraiment.`,
              'Connexions : 14 jours après ta dernière visite, 30 jours au plus. Notifications sous la cloche : 3 mois.',
              'Appareils qui reçoivent des notifications : jusqu’à ce que tu les retires, que tu t’y déconnectes ou que le service ne les connaisse plus.',
              'Rendez-⁠vous passés et journal de sécurité : 12 mois. Signalements et leurs pièces : jusqu’à 6 mois après la décision.',
              'Le reste de ton compte : jusqu’à ce que tu l’enlèves ou que tu supprimes ton compte. Si tu ne t’en sers pas pendant deux ans, nous le supprimons, à condition d’avoir pu t’écrire avant.',
            ],
            'Si tu supprimes ton compte, ton profil, tes enfants, ta photo et les rendez-⁠vous que tu as créés disparaissent aussitôt. Les lieux que tu as ajoutés restent, sans ton nom. Ce que tu as écrit à quelqu’un reste lisible pour lui jusqu’à l’expiration des messages. Ce que d’autres ont reçu de toi, comme le texte d’un rendez-⁠vous, ils peuvent encore le signaler pendant 30 jours : nous en gardons pour cela une copie, que seul un modérateur lit, après un signalement. Une forme illisible de ton nom d’utilisateur est gardée 35 jours, pour qu’une sauvegarde restaurée ne te fasse pas revenir.',
          ],
        },
        others: {
          heading: 'Qui d’autre intervient',
          blocks: [
            [
              tileHost
                ? `Les images de la carte viennent de ${tileHost}. Ce serveur voit ton adresse IP et la partie de la carte que tu regardes.`
                : 'La carte vient de notre propre serveur : personne d’autre ne voit ton adresse IP ni la partie de la carte que tu regardes.',
              'Notre serveur demande la météo à OpenWeather, avec ta position arrondie à deux décimales (environ un kilomètre) et sans dire qui tu es. Pour la météo d’un rendez-⁠vous, il demande au service nommé en dessous celle du milieu d’une zone d’une dizaine de kilomètres.',
              'Les itinéraires s’ouvrent dans l’application de cartes que tu choisis ; ses règles s’y appliquent.',
              'Nous allons chercher nous-mêmes les images d’autres sites, pour que ces sites ne te voient pas.',
              'Si tu actives les notifications, elles passent par le service de ton navigateur, comme celui de Google, Apple, Mozilla ou Microsoft. Il sait qu’il y a quelque chose pour cet appareil et quand, mais ne peut pas le lire. Ton écran montre qui et de quoi il s’agit, jamais le texte d’un message, une adresse ni le prénom d’un enfant.',
              'Si tu crées une invitation, toute personne qui a ce lien, même sans compte, voit le jour et l’heure, le nom du lieu ou le quartier, combien de papas viennent et combien de places restent. Ton prénom seulement si tu l’actives ; jamais une adresse privée, le nom de quelqu’un d’autre ni quoi que ce soit sur les enfants. L’application où tu partages le lien garde son aperçu : il ne montre que le jour et l’heure. Si tu crées un lien pour l’autre parent, toute personne qui l’a voit où et quand tu es, qui organise (son prénom) et si tu viens ; chez quelqu’un, seulement le quartier, sauf si l’hôte en montre plus. Il ne marche plus deux heures après la fin.',
              'Si tu connectes un agenda, l’entreprise qui le conserve, comme Google, Apple ou Microsoft, lit aussi tes rendez-⁠vous, tout comme ceux avec qui tu partages cet agenda. Les adresses privées n’y figurent que si tu l’actives. Des liens, nous ne gardons qu’une empreinte ; les retirer prend effet aussitôt.',
              'Si ce serveur envoie des e-mails, ils passent par le serveur de messagerie du responsable. Un e-mail sur un rendez-⁠vous donne l’heure, pas le lieu ; un clic à la fin arrête ces e-mails.',
            ],
          ],
        },
        browser: {
          heading: 'Cookies et navigateur',
          blocks: [
            'Trois cookies, tous nécessaires : un pour ta connexion, un qui empêche d’autres sites d’agir en ton nom (XSRF-TOKEN) et un pour ta langue. Si tu demandes un code de connexion, un quatrième pendant dix minutes.',
            'Ton navigateur garde ta langue, les couleurs, l’application de cartes, ton choix de confidentialité, ce que nous t’avons déjà demandé et, pendant un jour, l’invitation qui t’a amené. Tant que tu es connecté, il garde aussi ton prénom, tes brouillons, tes messages récents et ce que tu peux relire hors connexion. Cette partie est effacée à la déconnexion.',
          ],
        },
        rights: {
          heading: 'Tes droits',
          blocks: [
            'Dans ton profil, tu peux tout consulter, corriger, emporter dans un fichier et supprimer. Tu peux aussi t’opposer ou demander une limitation : écris au responsable. Si cela ne suffit pas, tu peux saisir l’autorité de protection des données de ton pays.',
            'Ici, personne n’est évalué ni profilé par un ordinateur.',
          ],
        },
      },
    },
    terms: {
      title: 'Conditions d’utilisation',
      intro: 'Ce qui est convenu entre toi et le responsable de ce Papadag. En clair. Version du 22 novembre 2026.',
      sections: {
        you: {
          heading: 'Pour qui',
          blocks: [
            'Papadag s’adresse aux parents et à ceux qui ont la garde d’un enfant. Il faut avoir au moins 18 ans. C’est gratuit. Tu utilises ton vrai nom, tu n’as qu’un compte et tu gardes ton mot de passe pour toi.',
          ],
        },
        meeting: {
          heading: 'Les rencontres sont ton affaire',
          blocks: [
            'Nous mettons des pères en contact. Nous ne gardons pas d’enfants, nous ne sommes pas sur place et nous ne vérifions pas que les gens sont bien qui ils disent. Tu restes avec tes enfants et tu en es responsable. La première fois, retrouvez-vous dans un lieu public. Les règles de la maison font partie de ces conditions.',
          ],
        },
        yours: {
          heading: 'Ce que tu publies reste à toi',
          blocks: [
            'Tu nous permets seulement de le garder et de le montrer à ceux qui peuvent le voir selon la page de confidentialité, tant que c’est en ligne. Ne publie que des photos à toi ou pour lesquelles tu as un accord, et sans enfant d’autrui reconnaissable.',
          ],
        },
        forbidden: {
          heading: 'Ce qui est interdit',
          blocks: [
            [
              'tout ce qui peut nuire à des enfants, et tout ce qui est illégal',
              'menaces, harcèlement, discrimination, messages à caractère sexuel',
              'se faire passer pour quelqu’un d’autre ou diffuser les données d’autrui',
              'publicité, vente, démarchage ou tout autre usage commercial',
              'collecter des données automatiquement ou perturber le serveur',
            ],
          ],
        },
        places: {
          heading: 'Les lieux et la carte',
          blocks: [
            'La carte et les lieux viennent en partie d’OpenStreetMap : © OpenStreetMap contributors, disponibles sous licence ODbL, voir openstreetmap.org/copyright. Nous pouvons montrer sans ton nom les lieux que tu ajoutes et les transmettre sous la même licence ; ce que tu corriges d’un lieu devient une donnée ouverte, qui peut aussi aller dans OpenStreetMap. Un lieu a pu changer : vérifie toi-même qu’il est sûr.',
          ],
        },
        moderation: {
          heading: 'Signalements et décisions',
          blocks: [
            'Tu peux signaler des personnes, des messages, des conversations, des rendez-⁠vous, des lieux et des photos. Un modérateur, un être humain, examine le signalement. Il peut masquer ou retirer un contenu, avertir quelqu’un ou suspendre un compte 1, 7 ou 30 jours ou jusqu’à l’issue d’un recours. La personne concernée apprend ce qui a été décidé, pourquoi, selon quelle règle, pour combien de temps et comment faire un recours. Celui qui a signalé est informé du résultat. Son nom n’est pas révélé.',
            'Deux choses seulement sont automatiques, jusqu’à l’examen par un modérateur : après des signalements sur la sécurité d’enfants par deux personnes qui ont vraiment eu un contact avec quelqu’un, le contenu signalé est masqué, ou cette personne ne peut plus commencer de conversations ni de rendez-⁠vous ; et un lieu signalé par trois membres est masqué. Ce qu’un compte signale pendant ses trois premiers jours ne compte pas pour cela, mais un modérateur le lit quand même.',
          ],
        },
        appeal: {
          heading: 'Pas d’accord ?',
          blocks: [
            'Dans les six mois, écris à l’adresse de contact en disant ce qui a été décidé et pourquoi c’est une erreur. Un être humain réexamine la décision et répond en donnant ses raisons. Tu peux aussi saisir un organisme certifié de règlement extrajudiciaire des litiges, ou un tribunal.',
            operator,
          ],
        },
        liability: {
          heading: 'Responsabilité',
          blocks: [
            'Papadag est gratuit et fourni tel quel. Le service peut tomber en panne, et ce que disent les membres peut être inexact. Une notification ou un e-mail peut arriver en retard ou pas du tout : ce qui compte, c’est ce qui figure dans Papadag. Nous ne répondons pas de ce qui se passe lors d’un rendez-⁠vous. Nous répondons des dommages dus à notre faute intentionnelle ou lourde, et partout où la loi interdit d’exclure la responsabilité.',
          ],
        },
        end: {
          heading: 'Partir et changer',
          blocks: [
            'Tu peux supprimer ton compte à tout moment. Nous pouvons arrêter le service, ou fermer le compte de quelqu’un qui enfreint ces règles gravement ou à répétition, en disant pourquoi. Si ces conditions changent, une nouvelle date figure ci-dessus ; si tu n’es pas d’accord, tu peux partir. Les règles qui protègent les consommateurs dans ton pays s’appliquent toujours.',
          ],
        },
      },
    },
    rules: {
      title: 'Règles de la maison',
      intro: 'Courtes, parce que tu as autre chose à faire.',
      sections: {
        honest: {
          heading: 'Sois toi-même',
          blocks: ['Ton vrai nom, ton vrai visage, tes vrais enfants. Papadag s’adresse aux parents majeurs.'],
        },
        public: {
          heading: 'D’abord dans un lieu public',
          blocks: [
            'Vous ne vous connaissez pas encore ? Retrouvez-vous à une aire de jeux, pas chez quelqu’un. Dis à un proche où tu es. Si tu ne le sens pas, rentre chez toi ; tu ne dois d’explication à personne.',
          ],
        },
        stay: {
          heading: 'Reste avec ton enfant',
          blocks: [
            'Papadag n’est pas un baby-sitter. Vous venez ensemble, tu surveilles toi-même, vous repartez ensemble.',
          ],
        },
        children: {
          heading: 'Les enfants des autres',
          blocks: [
            'Pas de photos, de prénoms ni de messages sans l’accord de leur père ou de leur mère. Même s’ils ne sont sur la photo que par hasard.',
          ],
        },
        cancel: {
          heading: 'Annuler, oui ; poser un lapin, non',
          blocks: ['Fièvre, pluie, sieste ratée : tout le monde comprend. Désiste-toi, pour que personne n’attende.'],
        },
        talk: {
          heading: 'Parle comme au bord du bac à sable',
          blocks: [
            'Des enfants écoutent. Pas d’insultes, pas de discrimination, pas de sexe, pas d’insistance. Pas de réponse, c’est aussi une réponse.',
          ],
        },
        sell: {
          heading: 'Rien à vendre',
          blocks: ['Pas de publicité, pas de formations, pas d’occasion unique de gagner de l’argent à la maison.'],
        },
        wrong: {
          heading: 'Quelque chose ne va pas ?',
          blocks: [
            'Bloque quelqu’un : il ne le saura pas. Signale ce qui n’est pas normal : un modérateur regarde et peut avertir, masquer ou suspendre, toujours avec une explication. Sans compte, tu signales ici, avec le lien qu’on t’a envoyé. Si quelqu’un est en danger, appelle d’abord le 112.',
          ],
        },
      },
    },
  }
}
