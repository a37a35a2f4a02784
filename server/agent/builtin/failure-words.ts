export const GO_ON =
  "(?:(?:just |simply )?(?:ignore (?:it|that|the (?:error|failure))(?: and (?:continue|go on|carry on|move on|proceed|keep going))?|continue|go on|carry on|move on|proceed|keep going|skip (?:it|over it)|do not (?:stop|abort|worry|care)|never mind|no problem|that is (?:fine|ok))(?: (?:anyway|regardless|nevertheless|with the rest|without it))?)";
export const STOP_ALL =
  "(?:(?:just )?(?:stop|abort|cancel|end|halt)(?: (?:everything|it all|all|the (?:whole )?(?:run|plan|thing)|right there|there))?)";
export const FAILS =
  "(?:fails?|breaks?|errors?(?: out)?|crashes|goes wrong|does not work|is down|throws an error|is failing|can not be done)";
export const SKIP = "(?:skip|leave out|omit|drop|do not (?:run|do|start|execute)|there is no need for)";
