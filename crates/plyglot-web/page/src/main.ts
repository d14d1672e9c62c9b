import { takeToken } from "./api/http";
import { start } from "./router";
import { frame } from "./ui/frame";

takeToken();
frame();
start();
