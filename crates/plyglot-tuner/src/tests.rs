mod synthetic;
