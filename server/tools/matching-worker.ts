import { matchFiles } from "./matching-files.ts";
import { answerTasks } from "./work-reply.ts";

answerTasks(matchFiles);
