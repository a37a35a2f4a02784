import type { Wording } from "./foreign-orders.ts";

// Words of everyday work: enough to find a step by its English title from another language.
const WORDS: [english: string, de: string, es: string, fr: string][] = [
  [
    "send",
    "senden|sende|schicken?|verschicken|versenden|gesendet|verschickt|abgeschickt",
    "enviar(?:la|lo)?|envía|envíe|enviado",
    "envoyer|envoie|envoyé|l'envoi|envoi",
  ],
  ["reply", "antwort(?:en)?|rückmeldung", "respuesta|responder", "réponse|répondre"],
  ["email", "e-?mail|mail", "correo(?: electrónico)?|email", "courriel|e-?mail|mail"],
  ["report", "bericht(?:e|s)?|report", "informe|reporte", "rapport"],
  ["fetch", "holen?|hole|abrufen|laden", "obtener|traer|descargar", "récupérer|récupère|télécharger"],
  ["weather", "wetter(?:bericht|vorhersage)?", "tiempo|clima", "météo"],
  ["headlines", "schlagzeilen|nachrichten", "titulares|noticias", "titres|actualités|nouvelles"],
  ["translate", "übersetz(?:en|e|ung)", "traducir|traduce|traducción", "traduire|traduction|traduis"],
  ["summarise", "zusammenfassen|zusammenfassung", "resumir|resumen|resume", "résumer|résumé"],
  ["write", "schreiben?|schreibe|verfassen", "escribir|escribe|redactar", "écrire|écris|rédiger"],
  ["review", "prüfen|prüfung|überprüfen|durchsicht", "revisar|revisión", "relire|relecture|revue|réviser"],
  ["order", "bestellen|bestellung", "pedir|pedido|encargar", "commander|commande"],
  ["delete", "löschung", "borrado|eliminación", "suppression"],
  ["publish", "veröffentlichen|veröffentlichung|publizieren", "publicar|publicación", "publier|publication"],
  ["deploy", "ausrollen|deployment|bereitstellen", "desplegar|despliegue", "déployer|déploiement"],
  ["test", "tests?|testen", "pruebas?|probar", "tests?|tester"],
  ["invoice", "rechnung(?:en)?", "facturas?", "factures?"],
  ["customer", "kunden?|kundschaft", "clientes?", "clients?"],
  ["image", "bild(?:er)?|titelbild", "imagen|imágenes|foto", "image|photo"],
  ["draft", "entwurf|entwürfe", "borrador", "brouillon|ébauche"],
  ["note", "notiz", "nota", "note"],
  ["prices", "preise?", "precios?", "prix"],
  ["list", "liste", "lista", "liste"],
  ["upload", "hochladen|upload", "subir|subida", "téléverser|envoi"],
  ["backup", "sicherung(?:en)?|backups?", "copias? de seguridad", "sauvegardes?"],
  ["candidates", "bewerber|kandidaten", "candidatos", "candidats"],
  ["rejections", "absagen", "rechazos", "refus"],
  ["interviews", "gespräche|vorstellungsgespräche", "entrevistas", "entretiens"],
  ["data", "daten", "datos", "données"],
  ["file", "datei", "archivo|fichero", "fichier"],
  ["check", "kontrollieren|kontrolle", "comprobar|comprobación|verificar", "vérifier|vérification|contrôle"],
];
const ARTICLES = {
  de: "der|die|das|den|dem|des|ein|eine|einen",
  es: "el|la|los|las|un|una|del|al",
  fr: "le|la|les|un|une|du|des|l'|d'",
};

function wordsOf(language: 1 | 2 | 3, articles: string): Wording[] {
  return [
    ...WORDS.map((row): Wording => [new RegExp(`(?<!\\p{L})(?:${row[language]})(?!\\p{L})`, "giu"), row[0]]),
    [new RegExp(`(?<!\\p{L})(?:${articles})(?!\\p{L})`, "giu"), "the"],
  ];
}

export const lexicon: Record<"de" | "es" | "fr" | "ja" | "zh", Wording[]> = {
  de: wordsOf(1, ARTICLES.de),
  es: wordsOf(2, ARTICLES.es),
  fr: wordsOf(3, ARTICLES.fr),
  ja: [],
  zh: [],
};
